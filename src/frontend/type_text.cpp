// SPDX-License-Identifier: Apache-2.0
#include "frontend/type_text.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/QualTypeNames.h>

namespace heddle::frontend {
namespace {

clang::PrintingPolicy policyFor(const clang::ASTContext& context, bool canonical) {
  clang::PrintingPolicy policy(context.getLangOpts());
  policy.Bool = true;
  policy.SuppressTagKeyword = true;
  policy.FullyQualifiedName = canonical;
  policy.PrintCanonicalTypes = canonical;
  policy.UsePreferredNames = !canonical;
  return policy;
}

bool isAccessible(const clang::TagDecl& tag) {
  const clang::Decl* decl = &tag;
  while (decl != nullptr) {
    if (decl->getAccess() == clang::AS_private || decl->getAccess() == clang::AS_protected)
      return false;
    decl = llvm::dyn_cast_or_null<clang::TagDecl>(decl->getDeclContext());
  }
  return !tag.isInAnonymousNamespace() && tag.getIdentifier() != nullptr;
}

const clang::TagDecl* inaccessibleArgument(llvm::ArrayRef<clang::TemplateArgument> arguments) {
  for (const clang::TemplateArgument& argument : arguments) {
    const clang::TagDecl* part = nullptr;
    if (argument.getKind() == clang::TemplateArgument::Type)
      part = inaccessiblePart(argument.getAsType());
    else if (argument.getKind() == clang::TemplateArgument::Pack)
      part = inaccessibleArgument(argument.getPackAsArray());
    if (part != nullptr)
      return part;
  }
  return nullptr;
}

} // namespace

TypeText::TypeText(const clang::ASTContext& context)
    : context_(context), exactPolicy_(policyFor(context, true)),
      shownPolicy_(policyFor(context, false)) {}

std::string TypeText::exact(clang::QualType type) const {
  return type.getCanonicalType().getAsString(exactPolicy_);
}

std::string TypeText::shown(clang::QualType type) const {
  return type.getAsString(shownPolicy_);
}

std::string TypeText::qualified(clang::QualType type) const {
  return clang::TypeName::getFullyQualifiedName(type, context_, shownPolicy_);
}

std::string TypeText::name(const clang::CXXRecordDecl& record) const {
  return exact(context_.getTypeDeclType(&record));
}

const clang::TagDecl* inaccessiblePart(clang::QualType type) {
  clang::QualType bare = type.getCanonicalType();
  if (!bare->getPointeeType().isNull())
    return inaccessiblePart(bare->getPointeeType());
  if (const auto* function = bare->getAs<clang::FunctionProtoType>()) {
    for (clang::QualType parameter : function->param_types())
      if (const clang::TagDecl* part = inaccessiblePart(parameter))
        return part;
    return inaccessiblePart(function->getReturnType());
  }
  const clang::TagDecl* tag = bare->getAsTagDecl();
  if (tag == nullptr)
    return nullptr;
  if (!isAccessible(*tag))
    return tag;
  if (const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(tag))
    return inaccessibleArgument(instance->getTemplateArgs().asArray());
  return nullptr;
}

} // namespace heddle::frontend
