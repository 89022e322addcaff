// SPDX-License-Identifier: Apache-2.0
#include "frontend/contracts/copying.h"

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "frontend/class_relation.h"
#include "frontend/instantiate.h"

namespace heddle::frontend {

using model::MessageId;
namespace {

std::string inSmallLetters(llvm::StringRef name) {
  std::string small;
  for (const char letter : name)
    small += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return small;
}

// Not "block" or "clock".
bool soundsLikeSynchronisation(std::string name) {
  for (const char* other : {"block", "clock"})
    for (std::size_t at = name.find(other); at != std::string::npos; at = name.find(other))
      name.erase(at, 5);
  return name.find("lock") != std::string::npos || name.find("mutex") != std::string::npos ||
         name.find("guard") != std::string::npos || name.find("atomic") != std::string::npos;
}

// A lock that is held while the object lives. Making a mutex or an atomic synchronises nothing.
bool isGuard(clang::QualType type, const clang::Decl* subject) {
  const clang::CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (record == nullptr || record->getIdentifier() == nullptr ||
      record->getCanonicalDecl() == subject)
    return false;
  const std::string name = inSmallLetters(record->getName());
  return soundsLikeSynchronisation(name) && !name.ends_with("mutex") &&
         name.find("atomic") == std::string::npos;
}

// Atomic variables and locks protect themselves and no other member; what is empty needs no protection.
bool protectsItself(clang::QualType type) {
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition() || record->getIdentifier() == nullptr)
    return type->isAtomicType();
  return record->isEmpty() || soundsLikeSynchronisation(inSmallLetters(record->getName()));
}

bool hasOnlyAtomics(const clang::CXXRecordDecl& record) {
  return std::ranges::all_of(record.fields(), [](const clang::FieldDecl* field) {
    return protectsItself(field->getType());
  });
}

// Follows calls into the class itself and into code outside of libraries: what libraries lock is theirs.
class Finder : public clang::RecursiveASTVisitor<Finder> {
public:
  Finder(clang::Sema& sema, const clang::CXXRecordDecl* own)
      : sema_(sema), sources_(sema.getSourceManager()),
        own_(own == nullptr ? nullptr : own->getCanonicalDecl()),
        onlyAtomics_(own != nullptr && hasOnlyAtomics(*own)) {}

  bool found = false;

  void follow(const clang::FunctionDecl& function) {
    const clang::FunctionDecl* definition = definitionOf(sema_, function);
    if (found || definition == nullptr || !seen_.insert(definition).second ||
        seen_.size() > kMostFunctions)
      return;
    if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(definition))
      for (const clang::CXXCtorInitializer* initializer : constructor->inits())
        if (initializer->getInit() != nullptr)
          TraverseStmt(initializer->getInit());
    TraverseStmt(definition->getBody());
  }

  bool VisitVarDecl(clang::VarDecl* variable) {
    found = found || isGuard(variable->getType(), own_);
    return !found;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* made) {
    found = found || isGuard(made->getType(), own_);
    return !found;
  }
  bool VisitCallExpr(clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (callee == nullptr)
      return true;
    const std::string name =
        callee->getIdentifier() == nullptr ? "" : inSmallLetters(callee->getName());
    found = found || (isOfAtomic(*callee) ? onlyAtomics_ || mayTakeLock(name)
                                          : soundsLikeSynchronisation(name));
    const bool isOwn = own_ != nullptr && classOf(*callee) == own_;
    if (!found && (isOwn || !sources_.isInSystemHeader(callee->getLocation())))
      follow(*callee);
    return !found;
  }

private:
  static constexpr std::size_t kMostFunctions = 64;

  static bool isOfAtomic(const clang::FunctionDecl& function) {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
    return method != nullptr && method->getParent()->getIdentifier() != nullptr &&
           inSmallLetters(method->getParent()->getName()).find("atomic") != std::string::npos;
  }
  // Copying an atomic member takes loads, stores and exchanges. These are how a lock is made of one.
  static bool mayTakeLock(const std::string& name) {
    return name == "test_and_set" || name.starts_with("compare_exchange");
  }

  static const clang::Decl* classOf(const clang::FunctionDecl& function) {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
    return method == nullptr ? nullptr : method->getParent()->getCanonicalDecl();
  }

  clang::Sema& sema_;
  const clang::SourceManager& sources_;
  const clang::Decl* own_;
  bool onlyAtomics_;
  std::set<const clang::FunctionDecl*> seen_;
};

bool isSubject(const clang::CXXRecordDecl& record, clang::QualType type) {
  const clang::CXXRecordDecl* other = type.getNonReferenceType()->getAsCXXRecordDecl();
  return other != nullptr &&
         (other->getCanonicalDecl() == record.getCanonicalDecl() || record.isDerivedFrom(other));
}

bool isList(clang::QualType type) {
  const clang::CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record != nullptr && record->getIdentifier() != nullptr &&
         record->getName() == "initializer_list";
}

// Whether a method with the name of a function outside of the class does.
bool anyMemberSynchronises(clang::Sema& sema,
                           const clang::CXXRecordDecl& record,
                           const clang::FunctionDecl& function) {
  return std::ranges::any_of(record.methods(), [&](const clang::CXXMethodDecl* method) {
    return method->getDeclName() == function.getDeclName() &&
           synchronises(sema, record, *method) == Synchronises::Yes;
  });
}

} // namespace

Synchronises synchronises(clang::Sema& sema,
                          const clang::CXXRecordDecl& record,
                          const clang::FunctionDecl& function) {
  // A template outside of the class that is not instantiated here: `swap(a, b)` that calls `a.swap(b)`.
  if (function.isDependentContext())
    return anyMemberSynchronises(sema, record, function) ? Synchronises::Yes
                                                         : Synchronises::BodyNotVisible;
  if (definitionOf(sema, function) == nullptr)
    return Synchronises::BodyNotVisible;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  Finder finder(sema, method == nullptr ? &record : method->getParent());
  finder.follow(function);
  return finder.found ? Synchronises::Yes : Synchronises::No;
}

bool replacesObject(const clang::CXXRecordDecl& record, const clang::FunctionDecl& function) {
  const bool isSwap = function.getIdentifier() != nullptr && function.getName() == "swap";
  const bool isAssignment = function.getOverloadedOperator() == clang::OO_Equal;
  return (isSwap || isAssignment) && function.getNumParams() > 0 &&
         (isSubject(record, function.getParamDecl(0)->getType()) ||
          isList(function.getParamDecl(0)->getType()) ||
          ClassRelation(record).takesTwoInstances(function));
}

std::vector<Contract> contractsOfCopying(clang::Sema& sema,
                                         const clang::CXXRecordDecl& record,
                                         const Operations& operations) {
  std::vector<Contract> contracts;
  for (std::size_t i = 0; i < operations.list.size(); ++i) {
    const clang::FunctionDecl* function = operations.functions[i];
    if (function != nullptr && replacesObject(record, *function) &&
        synchronises(sema, record, *function) != Synchronises::Yes)
      contracts.push_back({.kind = ContractKind::Alone,
                           .methods = {operations.list[i].model.signature},
                           .source = {.id = MessageId::CopiesWithoutLock}});
  }
  return contracts;
}

void addCopy(clang::Sema& sema,
             const clang::CXXRecordDecl& record,
             const std::string& spelling,
             Operations& operations) {
  const auto locks = [&](const clang::CXXConstructorDecl* constructor) {
    return constructor->isCopyConstructor() && constructor->isUserProvided() &&
           !constructor->isDeleted() && constructor->getAccess() == clang::AS_public &&
           synchronises(sema, record, *constructor) == Synchronises::Yes;
  };
  if (record.isAbstract() || std::ranges::none_of(record.ctors(), locks))
    return;
  OperationDescription copy;
  copy.model.kind = model::OperationKind::Method;
  copy.model.name = record.getNameAsString();
  copy.model.signature = copy.model.name + "(*this)";
  copy.model.result = "void";
  copy.model.isConst = true;
  copy.callee = "static_cast<void>(S(static_cast<const S&>(self)))";
  copy.pattern = "static_cast<void>(" + spelling + "(%s))";
  operations.list.push_back(std::move(copy));
  operations.functions.push_back(nullptr);
}

} // namespace heddle::frontend
