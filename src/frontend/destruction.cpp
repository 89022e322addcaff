// SPDX-License-Identifier: Apache-2.0
#include "frontend/destruction.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include <set>

#include "frontend/type_text.h"

namespace heddle::frontend {

namespace {

const clang::ClassTemplateSpecializationDecl* standardInstance(const clang::CXXRecordDecl& record) {
  return record.isInStdNamespace() ? llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record)
                                   : nullptr;
}

class Destruction {
public:
  bool acts(clang::QualType type) {
    const clang::CXXRecordDecl* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (record == nullptr || !seen_.insert(record->getCanonicalDecl()).second)
      return false;
    if (record->isInStdNamespace())
      return standardActs(*record);
    const clang::CXXRecordDecl* definition = record->getDefinition();
    return definition != nullptr && ownActs(*definition);
  }

private:
  bool standardActs(const clang::CXXRecordDecl& record) {
    const llvm::StringRef name = record.getName();
    if (name == "shared_ptr" || name == "unique_lock" || name == "shared_lock" || name == "future")
      return true;
    const clang::ClassTemplateSpecializationDecl* instance = standardInstance(record);
    if (instance == nullptr || name == "function" || name == "weak_ptr" || name == "basic_string")
      return false;
    return anyActs(instance->getTemplateArgs().asArray());
  }

  bool anyActs(llvm::ArrayRef<clang::TemplateArgument> arguments) {
    for (const clang::TemplateArgument& argument : arguments) {
      if (argument.getKind() == clang::TemplateArgument::Type && acts(argument.getAsType()))
        return true;
      if (argument.getKind() == clang::TemplateArgument::Pack && anyActs(argument.getPackAsArray()))
        return true;
    }
    return false;
  }

  bool ownActs(const clang::CXXRecordDecl& record) {
    if (const clang::CXXDestructorDecl* destructor = record.getDestructor();
        destructor != nullptr && destructor->isUserProvided() && !isEmpty(*destructor))
      return true;
    for (const clang::CXXBaseSpecifier& base : record.bases())
      if (acts(base.getType()))
        return true;
    for (const clang::FieldDecl* field : record.fields())
      if (!field->getType()->isReferenceType() && acts(field->getType()))
        return true;
    return false;
  }

  static bool isEmpty(const clang::CXXDestructorDecl& destructor) {
    const clang::FunctionDecl* definition = destructor.getTemplateInstantiationPattern();
    if (definition == nullptr)
      definition = &destructor;
    const auto* body = llvm::dyn_cast_or_null<clang::CompoundStmt>(definition->getBody());
    return body != nullptr && body->body_empty();
  }

  std::set<const clang::Decl*> seen_;
};

// RecursiveASTVisitor wants names that begin like this.
// NOLINTBEGIN(readability-identifier-naming)
class DeleterFinder : public clang::RecursiveASTVisitor<DeleterFinder> {
public:
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* expression) {
    const clang::CXXRecordDecl* made = expression->getConstructor()->getParent();
    found =
        found || (made->isInStdNamespace() && made->getName() == "shared_ptr" &&
                  expression->getNumArgs() >= 2 && isCallable(expression->getArg(1)->getType()));
    return !found;
  }

  bool found = false;

private:
  static bool isCallable(clang::QualType type) {
    return type->isFunctionPointerType() ||
           (type->isRecordType() && !type->getAsCXXRecordDecl()->isInStdNamespace());
  }
};
// NOLINTEND(readability-identifier-naming)

bool canBeMoved(const clang::CXXRecordDecl& record) {
  bool canBeMoved = record.needsImplicitMoveConstructor() || record.needsImplicitCopyConstructor();
  for (const clang::CXXConstructorDecl* constructor : record.ctors())
    canBeMoved =
        canBeMoved || (constructor->isCopyOrMoveConstructor() && !constructor->isDeleted() &&
                       constructor->getAccess() == clang::AS_public);
  const clang::CXXDestructorDecl* destructor = record.getDestructor();
  return canBeMoved && (destructor == nullptr || destructor->getAccess() == clang::AS_public);
}

} // namespace

bool destructorActs(clang::QualType type) {
  return Destruction().acts(type);
}

bool isLease(clang::QualType type, bool sharesWithDeleter) {
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || type->isDependentType() || inaccessiblePart(type) != nullptr)
    return false;
  if (record->isInStdNamespace()) {
    if (record->getName() == "shared_ptr")
      return sharesWithDeleter;
    const clang::ClassTemplateSpecializationDecl* owner = standardInstance(*record);
    return owner != nullptr && record->getName() == "unique_ptr" &&
           (destructorActs(type) ||
            !owner->getTemplateArgs()[1].getAsType()->getAsCXXRecordDecl()->isInStdNamespace());
  }
  return record->hasDefinition() && destructorActs(type) && canBeMoved(*record->getDefinition());
}

bool sharesWithDeleter(const clang::CXXRecordDecl& record) {
  DeleterFinder finder;
  for (const clang::CXXMethodDecl* method : record.methods())
    if (const clang::FunctionDecl* definition = method->getDefinition())
      finder.TraverseStmt(definition->getBody());
  return finder.found;
}

} // namespace heddle::frontend
