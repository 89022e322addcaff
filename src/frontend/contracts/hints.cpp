// SPDX-License-Identifier: Apache-2.0
#include "frontend/contracts/hints.h"

#include <clang/AST/Decl.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "frontend/type_text.h"
#include "support/similar.h"

namespace heddle::frontend {

using model::MessageId;
namespace {

// Classes that the macros of contracts expand to, by the beginning of their names.
struct ContractMacro {
  std::string_view prefix;
  std::string_view macro;
  ContractKind kind;
};
constexpr std::array kMacros{
    ContractMacro{.prefix = "heddle_ignore_pair_",
                  .macro = "HEDDLE_IGNORE_PAIR",
                  .kind = ContractKind::NotTogether},
    ContractMacro{
        .prefix = "heddle_ignore_", .macro = "HEDDLE_IGNORE", .kind = ContractKind::Ignore},
    ContractMacro{.prefix = "heddle_alone_", .macro = "HEDDLE_ALONE", .kind = ContractKind::Alone},
    ContractMacro{
        .prefix = "heddle_before_", .macro = "HEDDLE_BEFORE", .kind = ContractKind::Before},
    ContractMacro{.prefix = "heddle_after_", .macro = "HEDDLE_AFTER", .kind = ContractKind::After},
    ContractMacro{.prefix = "heddle_one_thread_",
                  .macro = "HEDDLE_ONE_THREAD",
                  .kind = ContractKind::OneThread},
    ContractMacro{.prefix = "heddle_not_together_",
                  .macro = "HEDDLE_NOT_TOGETHER",
                  .kind = ContractKind::NotTogether},
    ContractMacro{
        .prefix = "heddle_may_fail_", .macro = "HEDDLE_MAY_FAIL", .kind = ContractKind::MayFail},
};

clang::QualType memberType(const clang::CXXRecordDecl& record, llvm::StringRef name) {
  for (const clang::Decl* decl : record.decls())
    if (const auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(decl))
      if (alias->getName() == name)
        return alias->getUnderlyingType();
  return {};
}

std::string memberText(const clang::CXXRecordDecl& record) {
  for (const clang::Decl* decl : record.decls())
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(decl))
      if (const clang::Expr* value = variable->getInit())
        if (const auto* text = llvm::dyn_cast<clang::StringLiteral>(value->IgnoreParenImpCasts()))
          return text->getString().str();
  return "";
}

void addValues(std::vector<UserValues>& all, const std::string& type, const std::string& source) {
  const auto place = std::ranges::find(all, type, &UserValues::type);
  if (place != all.end())
    place->sources.push_back(source);
  else
    all.push_back({.type = type, .sources = {source}});
}

bool isOrDerivesFrom(const clang::CXXRecordDecl& subject, clang::QualType type) {
  const clang::CXXRecordDecl* record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  return record != nullptr && (record->getCanonicalDecl() == subject.getCanonicalDecl() ||
                               subject.isDerivedFrom(record));
}

// The class that a type or a template stands for; null if it is none. For a template it is the class as it is written.
const clang::CXXRecordDecl* classOf(const clang::NamedDecl& decl);

const clang::CXXRecordDecl* classOf(clang::QualType type) {
  if (const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl())
    return record;
  const auto* instance = type->getAs<clang::TemplateSpecializationType>();
  const clang::TemplateDecl* pattern =
      instance == nullptr ? nullptr : instance->getTemplateName().getAsTemplateDecl();
  return pattern == nullptr ? nullptr : classOf(*pattern);
}

const clang::CXXRecordDecl* classOf(const clang::NamedDecl& decl) {
  if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(&decl))
    return record;
  if (const auto* pattern = llvm::dyn_cast<clang::ClassTemplateDecl>(&decl))
    return pattern->getTemplatedDecl();
  if (const auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(&decl))
    return classOf(alias->getUnderlyingType());
  if (const auto* aliases = llvm::dyn_cast<clang::TypeAliasTemplateDecl>(&decl))
    return classOf(aliases->getTemplatedDecl()->getUnderlyingType());
  return nullptr;
}

// Everything in namespaces and classes that can name a class, and the classes that the macros expand to.
struct Names {
  std::vector<const clang::CXXRecordDecl*> hints;
  std::vector<const clang::NamedDecl*> types;

  void collect(const clang::DeclContext& scope) {
    for (const clang::Decl* decl : scope.decls()) {
      const auto* named = llvm::dyn_cast<clang::NamedDecl>(decl);
      if (llvm::isa<clang::LinkageSpecDecl, clang::NamespaceDecl>(decl))
        collect(*llvm::cast<clang::DeclContext>(decl));
      if (named == nullptr || named->getIdentifier() == nullptr || named->isImplicit())
        continue;
      add(*named);
    }
  }

private:
  void add(const clang::NamedDecl& named) {
    if (!llvm::isa<clang::CXXRecordDecl,
                   clang::ClassTemplateDecl,
                   clang::TypedefNameDecl,
                   clang::TypeAliasTemplateDecl>(named))
      return;
    const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(&named);
    if (record != nullptr && record->getName().starts_with("heddle_")) {
      if (record->isThisDeclarationADefinition())
        hints.push_back(record);
      return;
    }
    types.push_back(&named);
    if (record != nullptr)
      collect(*record);
    if (const auto* pattern = llvm::dyn_cast<clang::ClassTemplateDecl>(&named))
      collect(*pattern->getTemplatedDecl());
  }
};

std::string withoutArguments(const std::string& name) {
  std::string bare;
  int nesting = 0;
  for (const char letter : name) {
    nesting += letter == '<' ? 1 : 0;
    if (nesting == 0 && letter != ' ')
      bare += letter;
    nesting -= letter == '>' ? 1 : 0;
  }
  return bare.starts_with("::") ? bare.substr(2) : bare;
}

bool isSame(const clang::CXXRecordDecl& one, const clang::CXXRecordDecl& named) {
  if (one.getCanonicalDecl() == named.getCanonicalDecl())
    return true;
  const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&one);
  return instance != nullptr &&
         instance->getSpecializedTemplate()->getTemplatedDecl()->getCanonicalDecl() ==
             named.getCanonicalDecl();
}

// Calls `visit` with the class and its bases, as far as they are known.
template <typename Visit>
void forClassAndBases(const clang::CXXRecordDecl& record, const Visit& visit) {
  const clang::CXXRecordDecl* definition = record.getDefinition();
  if (definition == nullptr)
    return visit(record);
  visit(*definition);
  for (const clang::CXXBaseSpecifier& base : definition->bases())
    if (const clang::CXXRecordDecl* inherited = classOf(base.getType()))
      forClassAndBases(*inherited, visit);
}

// An instance of a template that nothing uses has no members yet; its template has them.
const clang::CXXRecordDecl* withMembers(const clang::CXXRecordDecl* record) {
  const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  if (instance == nullptr || record->hasDefinition())
    return record;
  const clang::CXXRecordDecl* pattern =
      instance->getSpecializedTemplate()->getTemplatedDecl()->getDefinition();
  return pattern != nullptr ? pattern : record;
}

void addMemberNames(const clang::CXXRecordDecl& record, std::vector<std::string>& names) {
  names.push_back(record.getNameAsString());
  for (const clang::Decl* decl : record.decls()) {
    const auto* named = llvm::dyn_cast<clang::NamedDecl>(decl);
    if (named != nullptr && !named->isImplicit() &&
        (named->isFunctionOrFunctionTemplate() || llvm::isa<clang::UsingDecl>(named)))
      names.push_back(named->getNameAsString());
  }
}

class HintReader {
public:
  HintReader(const clang::ASTContext& context,
             const clang::CXXRecordDecl& subject,
             const std::vector<std::string>& callable)
      : types_(context), subject_(subject), callable_(callable) {
    names_.collect(*context.getTranslationUnitDecl());
  }

  Hints run() {
    for (const clang::CXXRecordDecl* record : names_.hints)
      read(*record);
    return std::move(hints_);
  }

private:
  void read(const clang::CXXRecordDecl& record) {
    const std::string name = "::" + record.getQualifiedNameAsString();
    if (record.getName().starts_with("heddle_values_"))
      return addValues(hints_.values, types_.exact(memberType(record, "Type")), name);
    if (record.getName().starts_with("heddle_invariant_")) {
      if (isOrDerivesFrom(subject_, memberType(record, "Class")))
        hints_.invariants.push_back(name);
      return;
    }
    const auto* macro = std::ranges::find_if(kMacros, [&](const ContractMacro& each) {
      return record.getName().starts_with(each.prefix);
    });
    if (macro != kMacros.end())
      readContract(*macro, memberText(record), name);
  }

  void readContract(const ContractMacro& macro, const std::string& text, const std::string& name) {
    const std::string shown(macro.macro);
    Contract contract{.kind = macro.kind,
                      .methods = {},
                      .source = {.id = MessageId::Ignored, .arguments = {shown}}};
    if (macro.kind == ContractKind::MayFail)
      contract.failure = name;
    const std::vector<std::string> methods = splitNames(text);
    if (macro.kind == ContractKind::NotTogether && methods.size() < 2)
      return refuse({.id = MessageId::HintNeedsTwo, .arguments = {shown}}, "", {});
    for (const std::string& method : methods)
      if (const std::string found = methodOfSubject(shown, method); !found.empty())
        contract.methods.push_back(found);
    if (!contract.methods.empty())
      hints_.contracts.push_back(std::move(contract));
  }

  // The name of the method if it is one of the subject's; "" if it belongs to another class, or does not exist.
  std::string methodOfSubject(const std::string& macro, const std::string& text) {
    const std::size_t operatorAt = text.find("operator");
    const std::size_t colon = text.rfind("::", operatorAt);
    if (colon == std::string::npos) {
      refuse({.id = MessageId::HintNeedsClass, .arguments = {macro, text}}, "", {});
      return "";
    }
    const std::string className = withoutArguments(text.substr(0, colon));
    const std::string method = text.substr(colon + 2);
    std::vector<std::string> known;
    bool isSubjects = false;
    bool exists = false;
    bool isOpen = false; // a base depends on template arguments
    for (const clang::NamedDecl* type : names_.types) {
      const std::string qualified = type->getQualifiedNameAsString();
      const clang::CXXRecordDecl* record =
          qualified == className || qualified.ends_with("::" + className) ? classOf(*type)
                                                                          : nullptr;
      if (record == nullptr)
        continue;
      exists = true;
      bool isThis = false;
      forClassAndBases(subject_,
                       [&](const clang::CXXRecordDecl& own) { isThis |= isSame(own, *record); });
      isSubjects |= isThis;
      isOpen |= record->hasDefinition() && record->hasAnyDependentBases();
      forClassAndBases(isThis ? subject_ : *withMembers(record),
                       [&](const clang::CXXRecordDecl& each) { addMemberNames(each, known); });
    }
    if (!exists) {
      refuse({.id = MessageId::HintUnknownClass, .arguments = {macro, className}},
             className,
             classNames());
      return "";
    }
    if (isSubjects)
      known.insert(known.end(), callable_.begin(), callable_.end());
    if (std::ranges::find(known, method) == known.end() && (isSubjects || !isOpen))
      refuse({.id = MessageId::HintUnknownMethod, .arguments = {macro, className, method}},
             method,
             known);
    return isSubjects ? method : "";
  }

  std::vector<std::string> classNames() const {
    std::vector<std::string> all;
    for (const clang::NamedDecl* type : names_.types)
      if (!type->getASTContext().getSourceManager().isInSystemHeader(type->getLocation()))
        all.push_back(type->getQualifiedNameAsString());
    return all;
  }

  void refuse(const model::Message& reason,
              const std::string& name,
              const std::vector<std::string>& known) {
    if (hints_.problem)
      return;
    const auto nearest = std::ranges::min_element(
        known, {}, [&](const std::string& each) { return editDistance(name, each); });
    hints_.problem = Refusal{.reason = reason, .hint = {}};
    if (nearest != known.end())
      hints_.problem->hint = {.id = MessageId::DidYouMean, .arguments = {*nearest}};
    else
      hints_.problem->hint = {.id = MessageId::HintForm, .arguments = {reason.arguments.front()}};
  }

  TypeText types_;
  const clang::CXXRecordDecl& subject_;
  const std::vector<std::string>& callable_;
  Names names_;
  Hints hints_;
};

} // namespace

std::vector<std::string> splitNames(const std::string& text) {
  std::vector<std::string> names;
  std::string name;
  int nesting = 0;
  const auto end = [&] {
    while (!name.empty() && name.back() == ' ')
      name.pop_back();
    if (!name.empty())
      names.push_back(name);
    name.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (letter == ',' && nesting == 0) {
      end();
      continue;
    }
    if (name.empty() && letter == ' ')
      continue;
    name += letter;
    if (name.ends_with("operator")) // its signs are not brackets
      while (i + 1 < text.size() && std::ispunct(static_cast<unsigned char>(text[i + 1])) != 0 &&
             (text[i + 1] != ',' || name.ends_with("operator")))
        name += text[++i];
    else
      nesting += letter == '<' || letter == '(' ? 1 : letter == '>' || letter == ')' ? -1 : 0;
  }
  end();
  return names;
}

Hints readHints(const clang::ASTContext& context,
                const clang::CXXRecordDecl& subject,
                const std::vector<std::string>& callable) {
  return HintReader(context, subject, callable).run();
}

} // namespace heddle::frontend
