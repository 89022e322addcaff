// SPDX-License-Identifier: Apache-2.0
#include "frontend/constants.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/LangOptions.h>
#include <clang/Lex/Lexer.h>
#include <llvm/ADT/APSInt.h>

#include <algorithm>

namespace heddle::frontend {
namespace {

// Arbitrary: longer texts are messages, not keys.
constexpr std::size_t kLongestText = 40;
constexpr std::size_t kMostOthers = 16;

template <typename T>
void addOnce(std::vector<T>& values, const T& value) {
  if (std::ranges::find(values, value) == values.end())
    values.push_back(value);
}

void addInteger(Constants& constants, long long value) {
  if (value < -1 || value > 2) // the others are in every pool
    addOnce(constants.integers, value);
}

// Kept separately: a class has many of them, and few matter.
void addOther(Constants& constants, long long value) {
  if (value > 2 && constants.otherIntegers.size() < kMostOthers)
    addOnce(constants.otherIntegers, value);
}

void addText(Constants& constants, const std::string& text) {
  if (!text.empty() && text.size() <= kLongestText)
    addOnce(constants.strings, text);
}

class Visitor : public clang::RecursiveASTVisitor<Visitor> {
public:
  Visitor(const clang::ASTContext& context, Constants& constants)
      : context_(context), constants_(constants) {}

  bool VisitBinaryOperator(clang::BinaryOperator* comparison) {
    if (comparison->isComparisonOp()) {
      addOperand(*comparison->getLHS());
      addOperand(*comparison->getRHS());
    }
    return true;
  }
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr* call) {
    if (call->isComparisonOp())
      for (clang::Expr* operand : call->arguments())
        addOperand(*operand);
    return true;
  }
  bool VisitCXXRewrittenBinaryOperator(clang::CXXRewrittenBinaryOperator* comparison) {
    addOperand(*const_cast<clang::Expr*>(comparison->getLHS()));
    addOperand(*const_cast<clang::Expr*>(comparison->getRHS()));
    return true;
  }
  bool VisitIntegerLiteral(clang::IntegerLiteral* literal) {
    if (literal->getValue().isSignedIntN(64))
      addOther(constants_, literal->getValue().getSExtValue());
    return true;
  }
  bool VisitCaseStmt(clang::CaseStmt* label) {
    addOperand(*label->getLHS());
    return true;
  }

private:
  void addOperand(const clang::Expr& operand) {
    const clang::Expr* bare = operand.IgnoreParenImpCasts();
    if (const auto* text = llvm::dyn_cast<clang::StringLiteral>(bare)) {
      if (text->isOrdinary())
        addText(constants_, text->getString().str());
      return;
    }
    if (const auto* letter = llvm::dyn_cast<clang::CharacterLiteral>(bare)) {
      if (letter->getValue() < 128)
        addOnce(constants_.characters, static_cast<char>(letter->getValue()));
      return;
    }
    clang::Expr::EvalResult value;
    if (!bare->isValueDependent() && bare->getType()->isIntegralOrEnumerationType() &&
        !bare->getType()->isBooleanType() && !bare->getType()->isEnumeralType() &&
        bare->EvaluateAsInt(value, context_) && value.Val.getInt().isRepresentableByInt64())
      addInteger(constants_, value.Val.getInt().getExtValue());
  }

  const clang::ASTContext& context_;
  Constants& constants_;
};

void visitFunction(Visitor& visitor, const clang::FunctionDecl& function) {
  const clang::FunctionDecl* pattern = function.getTemplateInstantiationPattern();
  const clang::FunctionDecl* source = pattern != nullptr ? pattern : &function;
  if (clang::Stmt* body = source->getBody())
    visitor.TraverseStmt(body);
}

bool isComparison(clang::tok::TokenKind kind) {
  namespace tok = clang::tok;
  return kind == tok::equalequal || kind == tok::exclaimequal || kind == tok::less ||
         kind == tok::greater || kind == tok::lessequal || kind == tok::greaterequal;
}

void addOtherToken(const clang::Token& token, const std::string& text, Constants& constants) {
  const llvm::StringRef spelling(text.data() + token.getLocation().getRawEncoding() - 1,
                                 token.getLength());
  long long number = 0;
  if (!spelling.rtrim("uUlL").getAsInteger(0, number))
    addOther(constants, number);
}

void addToken(const clang::Token& token, const std::string& text, Constants& constants) {
  const llvm::StringRef spelling(text.data() + token.getLocation().getRawEncoding() - 1,
                                 token.getLength());
  long long number = 0;
  if (token.is(clang::tok::numeric_constant) && !spelling.rtrim("uUlL").getAsInteger(0, number))
    addInteger(constants, number);
  const bool isPlain = spelling.find('\\') == llvm::StringRef::npos;
  if (token.is(clang::tok::string_literal) && isPlain && spelling.starts_with("\""))
    addText(constants, spelling.drop_front().drop_back().str());
  if (token.is(clang::tok::char_constant) && isPlain && spelling.size() == 3)
    addOnce(constants.characters, spelling[1]);
}

// Integers in the initialisers of members: a class that compares with a member has its constants there.
class InitialValues : public clang::RecursiveASTVisitor<InitialValues> {
public:
  explicit InitialValues(Constants& constants) : constants_(constants) {}

  void visit(const clang::Decl& decl) {
    if (const auto* field = llvm::dyn_cast<clang::FieldDecl>(&decl))
      visit(field->getInClassInitializer());
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(&decl))
      visit(variable->getInit());
    if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&decl)) {
      const clang::FunctionDecl* pattern = constructor->getTemplateInstantiationPattern();
      const auto* source = llvm::dyn_cast_or_null<clang::CXXConstructorDecl>(pattern);
      for (const clang::CXXCtorInitializer* initialiser :
           (source != nullptr ? source : constructor)->inits())
        visit(initialiser->getInit());
    }
  }

  bool VisitIntegerLiteral(clang::IntegerLiteral* literal) {
    if (literal->getValue().isSignedIntN(64))
      addOther(constants_, literal->getValue().getSExtValue());
    return true;
  }

private:
  void visit(const clang::Expr* value) {
    if (value != nullptr)
      TraverseStmt(const_cast<clang::Expr*>(value));
  }

  Constants& constants_;
};

// `4` of Ring<int, 4>.
void addTemplateArguments(const clang::CXXRecordDecl& record, Constants& constants) {
  const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
  if (instance == nullptr)
    return;
  for (const clang::TemplateArgument& argument : instance->getTemplateArgs().asArray())
    if (argument.getKind() == clang::TemplateArgument::Integral &&
        argument.getAsIntegral().isRepresentableByInt64())
      addOther(constants, argument.getAsIntegral().getExtValue());
}

} // namespace

Constants constantsOf(const clang::CXXRecordDecl& record) {
  Constants constants;
  Visitor visitor(record.getASTContext(), constants);
  InitialValues initial(constants);
  addTemplateArguments(record, constants);
  // An instance of a template has no initialisers of its own before they are used.
  const clang::CXXRecordDecl* pattern = record.getTemplateInstantiationPattern();
  for (const clang::Decl* decl : (pattern != nullptr ? pattern : &record)->decls())
    initial.visit(*decl);
  for (const clang::Decl* decl : record.decls()) {
    if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(decl))
      visitFunction(visitor, *method);
    else if (const auto* functions = llvm::dyn_cast<clang::FunctionTemplateDecl>(decl))
      visitFunction(visitor, *functions->getTemplatedDecl());
  }
  return constants;
}

void addConstantsOfSource(const std::string& text, Constants& constants) {
  clang::LangOptions language;
  language.CPlusPlus = language.CPlusPlus11 = language.CPlusPlus20 = true;
  // Places count from 1, because 0 means "no place".
  clang::Lexer lexer(clang::SourceLocation::getFromRawEncoding(1),
                     language,
                     text.data(),
                     text.data(),
                     text.data() + text.size());
  clang::Token before;
  clang::Token token;
  before.startToken();
  token.startToken();
  bool wanted = false;
  while (!lexer.LexFromRawLexer(token)) {
    const bool isCase = token.is(clang::tok::raw_identifier) && token.getRawIdentifier() == "case";
    if (isComparison(token.getKind()))
      addToken(before, text, constants);
    if (wanted)
      addToken(token, text, constants);
    if (token.is(clang::tok::numeric_constant))
      addOtherToken(token, text, constants);
    wanted = isCase || isComparison(token.getKind());
    before = token;
  }
}

} // namespace heddle::frontend
