// SPDX-License-Identifier: Apache-2.0
#include "frontend/signature.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Mangle.h>
#include <clang/Basic/OperatorKinds.h>
#include <clang/Basic/SourceManager.h>

#include "frontend/destruction.h"

namespace heddle::frontend {

using model::MessageId;
namespace {

constexpr unsigned kMostParameters = 14; // abi::kMaxChoices

constexpr const char* kConstruction = "::new S(static_cast<A&&>(a)...)";

bool hasDefinition(const clang::FunctionDecl& function) {
  const clang::FunctionDecl* pattern = function.getTemplateInstantiationPattern();
  const clang::FunctionDecl& source = pattern != nullptr ? *pattern : function;
  for (const clang::FunctionDecl* decl : source.redecls())
    if (decl->doesThisDeclarationHaveABody() || decl->hasSkippedBody() || decl->isDefaulted() ||
        decl->isLateTemplateParsed())
      return true;
  return false;
}

// "" for what has no body to find: templates, pure virtual functions, and those that the compiler writes in place.
std::string linkageName(const clang::FunctionDecl& function) {
  if (llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(function) ||
      function.isPureVirtual() || function.isDefaulted() || function.isConsteval() ||
      function.getDescribedFunctionTemplate() != nullptr || function.isTemplated())
    return "";
  return clang::ASTNameGenerator(function.getASTContext()).getName(&function);
}

// How emitted tests call the variable for it, if it needs one.
std::string parameterName(const clang::ParmVarDecl& parameter, unsigned index, unsigned count) {
  std::string name = parameter.getNameAsString();
  if (!name.empty() && !name.starts_with("_"))
    return name;
  return count == 1 ? "argument" : std::string("argument") + static_cast<char>('A' + index % 26);
}

// Declared only; a template whose instance is just not needed yet does not count.
bool isUndefined(clang::QualType type) {
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record != nullptr && !record->hasDefinition() &&
         !llvm::isa<clang::ClassTemplateSpecializationDecl>(record) &&
         record->getTemplateInstantiationPattern() == nullptr;
}

bool mustBeUsed(const clang::FunctionDecl& function) {
  const clang::TagDecl* type = function.getReturnType()->getAsTagDecl();
  return function.hasAttr<clang::WarnUnusedResultAttr>() ||
         (type != nullptr && type->hasAttr<clang::WarnUnusedResultAttr>());
}

} // namespace

SignatureReader::SignatureReader(const clang::ASTContext& context, SubjectName subject)
    : context_(context), types_(context), subject_(std::move(subject)) {}

std::string SignatureReader::shown(const clang::FunctionDecl& function, unsigned count) const {
  std::string text =
      llvm::isa<clang::CXXConstructorDecl>(function)
          ? llvm::cast<clang::CXXConstructorDecl>(function).getParent()->getNameAsString()
          : function.getNameAsString();
  text += '(';
  for (unsigned i = 0; i < count; ++i)
    text += (i > 0 ? ", " : "") + types_.shown(function.getParamDecl(i)->getType());
  return text + ')';
}

// Handles are pointers to classes, shared pointers and values of a class (include/heddle/detail/earlier_results.hpp).
std::string SignatureReader::handleType(clang::QualType returned) const {
  const clang::QualType type = returned.getNonReferenceType().getUnqualifiedType();
  if (type->isVoidPointerType())
    return types_.exact(type);
  const clang::QualType pointee = type->isPointerType() ? type->getPointeeType() : type;
  const clang::CXXRecordDecl* record = pointee->getAsCXXRecordDecl();
  if (record == nullptr || type->isDependentType() || inaccessiblePart(type) != nullptr ||
      isUndefined(type))
    return "";
  const bool isSharedPointer = record->isInStdNamespace() && record->getName() == "shared_ptr";
  return record->isInStdNamespace() && !isSharedPointer ? "" : types_.exact(type);
}

OperationDescription
SignatureReader::start(const clang::FunctionDecl& function, unsigned first, unsigned count) const {
  OperationDescription operation;
  model::OperationModel& model = operation.model;
  model.name = function.getNameAsString();
  model.signature = shown(function, count);
  model.result =
      llvm::isa<clang::CXXConstructorDecl>(function) ? "" : types_.shown(function.getReturnType());
  if (!llvm::isa<clang::CXXConstructorDecl>(function))
    operation.returned = handleType(function.getReturnType());
  if (!llvm::isa<clang::CXXConstructorDecl>(function) &&
      isLease(function.getReturnType(), subject_.sharesWithDeleter) &&
      types_.exact(function.getReturnType().getUnqualifiedType()) != subject_.exact)
    operation.lease = types_.exact(function.getReturnType().getUnqualifiedType());
  model.nodiscard = mustBeUsed(function);
  model.hasBody = hasDefinition(function);
  model.symbol = linkageName(function);
  const clang::PresumedLoc place =
      context_.getSourceManager().getPresumedLoc(function.getLocation());
  if (place.isValid()) {
    model.file = place.getFilename();
    model.line = place.getLine();
  }
  for (unsigned i = first; i < count; ++i) {
    const clang::ParmVarDecl* parameter = function.getParamDecl(i);
    const std::string name = parameterName(*parameter, i, count - first);
    if (const clang::TagDecl* part = inaccessiblePart(parameter->getType()))
      model.unsupported = {.id = MessageId::ParameterUnnamable,
                           .arguments = {std::to_string(i + 1), part->getNameAsString()}};
    const clang::QualType value = parameter->getType().getNonReferenceType();
    if (isUndefined(value))
      model.unsupported = {.id = MessageId::ParameterUndefined,
                           .arguments = {std::to_string(i + 1), types_.shown(value)}};
    operation.parameters.push_back({.type = types_.exact(parameter->getType()),
                                    .shown = types_.shown(parameter->getType()),
                                    .name = name});
  }
  if (function.isVariadic())
    model.unsupported = {.id = MessageId::Variadic};
  if (operation.parameters.size() > kMostParameters)
    model.unsupported = {.id = MessageId::TooManyParameters,
                         .arguments = {std::to_string(kMostParameters)}};
  return operation;
}

OperationDescription
SignatureReader::memberTemplate(const clang::CXXMethodDecl& method,
                                const std::vector<TemplateParameter>& parameters) const {
  const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&method);
  OperationDescription operation =
      constructor != nullptr ? this->constructor(*constructor, 0) : this->method(method, 0);
  if (constructor != nullptr) {
    operation.callee = kConstruction;
    operation.pattern = subject_.spelling + " %s(%a)";
  }
  operation.model.signature = shown(method, method.getNumParams());
  operation.model.result = "";
  operation.model.unsupported = {};
  for (std::size_t i = 0; i < parameters.size(); ++i)
    operation.parameters.push_back(
        {.type = parameters[i].type,
         .shown = types_.shown(parameters[i].declared->getType()),
         .name = parameterName(*parameters[i].declared, i, parameters.size())});
  return operation;
}

OperationDescription SignatureReader::constructor(const clang::CXXConstructorDecl& constructor,
                                                  unsigned count) const {
  OperationDescription operation = start(constructor, 0, count);
  operation.model.kind = model::OperationKind::Constructor;
  operation.model.name = constructor.getParent()->getNameAsString();
  // Without parentheses there is no value-initialisation, exactly as in the declaration of a variable.
  operation.callee = count == 0 ? "::new S" : kConstruction;
  operation.pattern = subject_.spelling + (count == 0 ? " %s" : " %s(%a)");
  return operation;
}

void SignatureReader::setOperatorCall(OperationDescription& operation,
                                      const clang::CXXMethodDecl& method) const {
  const clang::OverloadedOperatorKind kind = method.getOverloadedOperator();
  const std::string symbol = clang::getOperatorSpelling(kind);
  if (kind == clang::OO_Call) {
    operation.pattern = "%s(%a)";
  } else if (kind == clang::OO_Subscript) {
    operation.pattern = "%s[%a]";
  } else if (kind == clang::OO_Arrow) {
    operation.pattern = "%s.operator->()";
  } else if ((kind == clang::OO_PlusPlus || kind == clang::OO_MinusMinus) &&
             method.getNumParams() == 1) {
    operation.parameters.clear(); // the dummy that marks the postfix form
    operation.callee = "self" + symbol;
    operation.pattern = "%s" + symbol;
  } else if (method.getNumParams() == 0) {
    operation.pattern = symbol + "%s";
  } else {
    operation.pattern = "%s " + symbol + " %a";
  }
}

OperationDescription SignatureReader::method(const clang::CXXMethodDecl& method,
                                             unsigned count) const {
  OperationDescription operation = start(method, 0, count);
  operation.model.kind = model::OperationKind::Method;
  operation.model.isConst = method.isConst();
  const std::string self = method.isConst() ? "static_cast<const S&>(self)" : "self";
  if (const auto* conversion = llvm::dyn_cast<clang::CXXConversionDecl>(&method)) {
    const clang::QualType type = conversion->getConversionType();
    operation.callee = "static_cast<" + types_.exact(type) + ">(" + self + ")";
    operation.pattern = "static_cast<" + types_.qualified(type) + ">(%s)";
    if (inaccessiblePart(type) != nullptr)
      operation.model.unsupported = {.id = MessageId::ConvertsToUnnamable};
    return operation;
  }
  operation.callee = self + "." + method.getNameAsString() + "(static_cast<A&&>(a)...)";
  operation.pattern = "%s." + method.getNameAsString() + "(%a)";
  if (method.isOverloadedOperator())
    setOperatorCall(operation, method);
  return operation;
}

OperationDescription SignatureReader::staticMethod(const clang::CXXMethodDecl& method,
                                                   unsigned count) const {
  OperationDescription operation = start(method, 0, count);
  operation.model.kind = model::OperationKind::StaticMethod;
  operation.callee = "S::" + method.getNameAsString() + "(static_cast<A&&>(a)...)";
  operation.pattern = subject_.spelling + "::" + method.getNameAsString() + "(%a)";
  return operation;
}

OperationDescription SignatureReader::factory(const clang::FunctionDecl& function,
                                              unsigned count) const {
  OperationDescription operation = start(function, 0, count);
  operation.model.kind = model::OperationKind::Factory;
  const bool isMember = llvm::isa<clang::CXXMethodDecl>(function);
  const std::string name =
      isMember ? function.getNameAsString() : function.getQualifiedNameAsString();
  operation.callee = (isMember ? "S::" : "::") + name + "(static_cast<A&&>(a)...)";
  const std::string call = (isMember ? subject_.spelling + "::" : "") + name + "(%a)";
  const clang::QualType returned = function.getReturnType();
  if (returned->isReferenceType() || types_.exact(returned.getUnqualifiedType()) == subject_.exact)
    operation.pattern =
        subject_.spelling + (returned->isReferenceType() ? "& %s = " : " %s = ") + call;
  else
    operation.pattern = "auto %sOwner = " + call + ";\n" + subject_.spelling + "& %s = *%sOwner";
  return operation;
}

OperationDescription SignatureReader::freeFunction(const clang::FunctionDecl& function) const {
  OperationDescription operation = start(function, 1, function.getNumParams());
  operation.model.kind = model::OperationKind::Method;
  const clang::QualType first = function.getParamDecl(0)->getType().getNonReferenceType();
  operation.model.isConst = first.isConstQualified();
  operation.model.signature = shown(function, function.getNumParams());
  if (function.isOverloadedOperator() && function.getNumParams() == 2) {
    const std::string symbol = clang::getOperatorSpelling(function.getOverloadedOperator());
    operation.callee = "(self " + symbol + " (static_cast<A&&>(a), ...))";
    operation.pattern = "%s " + symbol + " %a";
  } else {
    operation.callee = function.getNameAsString() + "(self, static_cast<A&&>(a)...)";
    operation.pattern = function.getNameAsString() + "(%s, %a)";
  }
  return operation;
}

} // namespace heddle::frontend
