// SPDX-License-Identifier: Apache-2.0
#include "frontend/summary/library_types.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/StringExtras.h>

#include "frontend/summary/libraries/library_table.h"

namespace heddle::frontend {
bool isInSystemHeader(const clang::Decl& decl) {
  const clang::SourceManager& sources = decl.getASTContext().getSourceManager();
  return decl.getLocation().isInvalid() ||
         sources.isInSystemHeader(sources.getExpansionLoc(decl.getLocation()));
}

const clang::NamespaceDecl* outermostNamespace(const clang::Decl& decl) {
  const clang::NamespaceDecl* outermost = nullptr;
  for (const clang::DeclContext* scope = decl.getDeclContext(); scope != nullptr;
       scope = scope->getParent())
    if (const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope))
      outermost = space;
  return outermost == nullptr ? nullptr : outermost->getCanonicalDecl();
}

const clang::CXXRecordDecl* recordOf(clang::QualType type) {
  if (type.isNull())
    return nullptr;
  clang::QualType bare = type.getNonReferenceType();
  if (bare->isPointerType())
    bare = bare->getPointeeType();
  if (bare->isArrayType())
    bare = clang::QualType(bare->getBaseElementTypeUnsafe(), 0);
  const clang::CXXRecordDecl* record = bare->getAsCXXRecordDecl();
  if (record == nullptr)
    return nullptr;
  return record->hasDefinition() ? record->getDefinition() : record;
}

LibraryType libraryTypeOf(const clang::CXXRecordDecl& record) {
  switch (kindOf(record)) {
  case ClassKind::None:
    return LibraryType::None;
  case ClassKind::Mutex:
    return LibraryType::Mutex;
  case ClassKind::Guard:
  case ClassKind::SharedGuard:
    return LibraryType::Guard;
  case ClassKind::Condition:
    return LibraryType::Condition;
  case ClassKind::OnceFlag:
    return LibraryType::OnceFlag;
  case ClassKind::Atomic:
    return LibraryType::Atomic;
  case ClassKind::Pointer:
  case ClassKind::UniquePointer:
  case ClassKind::SharedPointer:
  case ClassKind::View:
  case ClassKind::Iterator:
    return LibraryType::Pointer;
  case ClassKind::Callable:
    return LibraryType::Callable;
  case ClassKind::Thread:
    return LibraryType::Thread;
  default:
    return LibraryType::Other;
  }
}

LibraryType libraryTypeOf(clang::QualType type) {
  if (type.isNull())
    return LibraryType::None;
  const clang::CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record == nullptr ? LibraryType::None : libraryTypeOf(*record);
}

bool isPosixLock(clang::QualType type) {
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || record->getTypedefNameForAnonDecl() == nullptr)
    return false;
  const llvm::StringRef name = record->getTypedefNameForAnonDecl()->getName();
  return name == "pthread_mutex_t" || name == "pthread_rwlock_t" || name == "mtx_t";
}

bool isLockType(clang::QualType type) {
  if (type.isNull())
    return false;
  const LibraryType library = libraryTypeOf(type);
  return library == LibraryType::Mutex || library == LibraryType::OnceFlag || isPosixLock(type);
}

bool isView(const clang::CXXRecordDecl& record) {
  const ClassKind kind = kindOf(record);
  return kind == ClassKind::View || kind == ClassKind::Iterator;
}

bool holdsReferences(clang::QualType type) {
  const clang::CXXRecordDecl* record = recordOf(type);
  const auto* instance = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  if (instance == nullptr || kindOf(*record) != ClassKind::Tuple)
    return false;
  const auto isReference = [](const clang::TemplateArgument& argument) {
    return argument.getKind() == clang::TemplateArgument::Type &&
           argument.getAsType()->isReferenceType();
  };
  for (const clang::TemplateArgument& argument : instance->getTemplateArgs().asArray())
    if (isReference(argument) || (argument.getKind() == clang::TemplateArgument::Pack &&
                                  llvm::any_of(argument.pack_elements(), isReference)))
      return true;
  return false;
}

bool isFunctionObject(const clang::CXXMethodDecl& method) {
  return method.getOverloadedOperator() == clang::OO_Call && !method.getParent()->isLambda() &&
         libraryTypeOf(*method.getParent()) == LibraryType::Other;
}

std::string algorithmName(const clang::FunctionDecl& function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  if (method == nullptr || !isFunctionObject(*method))
    return function.getNameAsString();
  // libstdc++ calls their classes __sort_fn, _CBegin, _TakeWhile.
  llvm::StringRef written = method->getParent()->getName().ltrim('_');
  written.consume_back("_fn");
  std::string name;
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (i > 0 && llvm::isLower(written[i - 1]) && llvm::isUpper(written[i]))
      name += '_';
    name += llvm::toLower(written[i]);
  }
  return name;
}

bool onlyReads(const clang::CXXMethodDecl& method) {
  return method.isConst() || method.isStatic() || has(whatDoes(method), Does::Reads);
}

} // namespace heddle::frontend
