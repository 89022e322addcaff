// SPDX-License-Identifier: Apache-2.0
#include "frontend/class_relation.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/CXXInheritance.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>

namespace heddle::frontend {
namespace {

void collect(const clang::DeclContext& scope, std::vector<const clang::Decl*>& into) {
  for (const clang::Decl* decl : scope.decls()) {
    into.push_back(decl);
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(decl);
    if (llvm::isa<clang::LinkageSpecDecl>(decl) || (space != nullptr && space->isInline()))
      collect(*llvm::cast<clang::DeclContext>(decl), into);
  }
}

} // namespace

std::vector<const clang::CXXMethodDecl*> pureMethods(const clang::CXXRecordDecl& record) {
  clang::CXXFinalOverriderMap overriders;
  record.getFinalOverriders(overriders);
  std::vector<const clang::CXXMethodDecl*> pure;
  for (const auto& [method, bySubobject] : overriders)
    for (const auto& [subobject, finals] : bySubobject)
      for (const clang::UniqueVirtualMethod& last : finals)
        if (last.Method->isPureVirtual() && !llvm::isa<clang::CXXDestructorDecl>(last.Method) &&
            std::ranges::find(pure, last.Method) == pure.end())
          pure.push_back(last.Method);
  return pure;
}

ClassRelation::ClassRelation(const clang::CXXRecordDecl& record)
    : record_(*record.getCanonicalDecl()) {}

bool ClassRelation::isTheClass(clang::QualType type) const {
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record != nullptr && record->getCanonicalDecl() == &record_;
}

bool ClassRelation::isAnInstance(clang::QualType type) const {
  const auto* own = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record_);
  const auto* pattern = type.getCanonicalType()->getAs<clang::TemplateSpecializationType>();
  const auto* injected = type.getCanonicalType()->getAs<clang::InjectedClassNameType>();
  if (own == nullptr)
    return false;
  const clang::ClassTemplateDecl* wanted = own->getSpecializedTemplate()->getCanonicalDecl();
  if (injected != nullptr)
    return injected->getDecl()->getDescribedClassTemplate() != nullptr &&
           injected->getDecl()->getDescribedClassTemplate()->getCanonicalDecl() == wanted;
  return pattern != nullptr && pattern->getTemplateName().getAsTemplateDecl() != nullptr &&
         pattern->getTemplateName().getAsTemplateDecl()->getCanonicalDecl() == wanted;
}

bool ClassRelation::isReturnedBy(const clang::FunctionDecl& function) const {
  const clang::QualType type = function.getReturnType();
  if (const clang::QualType pointee = type->getPointeeType(); !pointee.isNull())
    return isTheClass(pointee) && !pointee.isConstQualified() && !type->isRValueReferenceType();
  if (isTheClass(type))
    return true;
  const auto* owner =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (owner == nullptr || !owner->isInStdNamespace() || owner->getIdentifier() == nullptr ||
      (owner->getName() != "unique_ptr" && owner->getName() != "shared_ptr"))
    return false;
  return isTheClass(owner->getTemplateArgs()[0].getAsType());
}

bool ClassRelation::isMovedInto(const clang::CXXConstructorDecl& constructor) const {
  if (constructor.getNumParams() == 0)
    return false;
  const clang::QualType first = constructor.getParamDecl(0)->getType();
  return first->isRValueReferenceType() && isTheClass(first.getNonReferenceType());
}

bool ClassRelation::takesTwo(const clang::FunctionDecl& function) const {
  unsigned count = 0;
  for (const clang::ParmVarDecl* parameter : function.parameters())
    count += isTheClass(parameter->getType().getNonReferenceType()) &&
                     !parameter->getType()->isRValueReferenceType()
                 ? 1
                 : 0;
  return count >= 2 && isTheClass(function.getParamDecl(0)->getType().getNonReferenceType());
}

bool ClassRelation::takesTwoInstances(const clang::FunctionDecl& function) const {
  return function.getNumParams() == 2 &&
         std::ranges::all_of(function.parameters(), [&](const clang::ParmVarDecl* parameter) {
           return !parameter->getType()->isRValueReferenceType() &&
                  isAnInstance(parameter->getType().getNonReferenceType());
         });
}

std::vector<const clang::Decl*>
ClassRelation::declarationsOf(const clang::DeclContext& scope) const {
  std::vector<const clang::Decl*> all;
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(&scope);
  if (space == nullptr) {
    collect(scope, all);
    return all;
  }
  for (const clang::NamespaceDecl* part : space->redecls())
    collect(*part, all);
  return all;
}

} // namespace heddle::frontend
