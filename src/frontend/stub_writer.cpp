// SPDX-License-Identifier: Apache-2.0
#include "frontend/stub_writer.h"

#include <clang/AST/ASTContext.h>

#include "frontend/class_relation.h"

namespace heddle::frontend {
StubWriter::StubWriter(clang::Sema& sema) : sema_(sema), types_(sema.getASTContext()) {}

std::string StubWriter::freshName(const clang::CXXRecordDecl& abstract) {
  clang::ASTContext& context = sema_.getASTContext();
  std::string name = abstract.getNameAsString() + "Stub";
  while (!context.getTranslationUnitDecl()->lookup(&context.Idents.get(name)).empty() ||
         !names_.insert(name).second)
    name += "_";
  return name;
}

bool StubWriter::isDefaultConstructible(clang::QualType type) const {
  if (!type->isRecordType())
    return true;
  clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (!sema_.isCompleteType(record->getLocation(), type.getCanonicalType()))
    return false;
  record = record->getDefinition();
  if (record->isAbstract())
    return false;
  const clang::CXXConstructorDecl* constructor = sema_.LookupDefaultConstructor(record);
  return constructor != nullptr && !constructor->isDeleted() &&
         constructor->getAccess() == clang::AS_public;
}

std::optional<std::string> StubWriter::body(clang::QualType result) const {
  const clang::QualType type = result.getCanonicalType();
  if (type->isVoidType())
    return "{}";
  if (type->isBooleanType())
    return "{ return true; }";
  if (type->isArithmeticType() && !type->isEnumeralType())
    return "{ return 1; }";
  if (!type->isReferenceType())
    return isDefaultConstructible(type) ? std::optional("{ return {}; }") : std::nullopt;
  // A new one for each call: a static would be shared by threads, and the race would be the stub's.
  const clang::QualType target = result->getPointeeType().getUnqualifiedType();
  if (!isDefaultConstructible(target) || type->isRValueReferenceType())
    return std::nullopt;
  return "{ return *new " + types_.qualified(target) + "{}; }";
}

std::optional<std::string> StubWriter::overriding(const clang::CXXMethodDecl& method) const {
  const std::optional<std::string> definition = body(method.getReturnType());
  if (!definition)
    return std::nullopt;
  const std::string result = types_.qualified(method.getReturnType());
  const bool isFunction = method.getReturnType()->isFunctionPointerType(); // needs a trailing type
  std::string text = "  " + (isFunction ? "auto" : result) + " " + method.getNameAsString() + "(";
  for (unsigned i = 0; i < method.getNumParams(); ++i)
    text += (i > 0 ? ", " : "") + types_.qualified(method.getParamDecl(i)->getType());
  text += ")";
  text += method.isConst() ? " const" : "";
  text += method.getRefQualifier() == clang::RQ_LValue ? " &" : "";
  text += method.getRefQualifier() == clang::RQ_RValue ? " &&" : "";
  const auto* type = method.getType()->getAs<clang::FunctionProtoType>();
  text += type != nullptr && type->isNothrow() ? " noexcept" : "";
  return text + (isFunction ? " -> " + result : "") + " override " + *definition + "\n";
}

std::optional<StubDescription> StubWriter::write(const clang::CXXRecordDecl& abstract) {
  auto* record = const_cast<clang::CXXRecordDecl*>(&abstract);
  const clang::CXXConstructorDecl* constructor = sema_.LookupDefaultConstructor(record);
  if (constructor == nullptr || constructor->isDeleted() ||
      constructor->getAccess() == clang::AS_private || abstract.isEffectivelyFinal())
    return std::nullopt;
  std::string methods;
  for (const clang::CXXMethodDecl* method : pureMethods(abstract)) {
    const std::optional<std::string> text = overriding(*method);
    if (!text)
      return std::nullopt;
    methods += *text;
  }
  StubDescription stub;
  stub.type = types_.name(abstract);
  stub.name = freshName(abstract);
  stub.code = "struct " + stub.name + " : " + stub.type + " {\n" + methods + "};\n";
  return stub;
}

} // namespace heddle::frontend
