// SPDX-License-Identifier: Apache-2.0
#include "frontend/summary/library_types.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/StringSet.h>

namespace heddle::frontend {
namespace {

const llvm::StringSet<>& mutexNames() {
  static const llvm::StringSet<> kNames{"mutex",
                                        "recursive_mutex",
                                        "timed_mutex",
                                        "recursive_timed_mutex",
                                        "shared_mutex",
                                        "shared_timed_mutex",
                                        "upgrade_mutex",
                                        "spin_mutex",
                                        "rw_mutex",
                                        "spin_rw_mutex",
                                        "queuing_mutex",
                                        "queuing_rw_mutex",
                                        "speculative_spin_mutex",
                                        "speculative_spin_rw_mutex",
                                        "null_mutex",
                                        "spinlock",
                                        "__shared_mutex_pthread",
                                        "__mutex_base",
                                        "__recursive_mutex_base"};
  return kNames;
}

const llvm::StringSet<>& pointerNames() {
  static const llvm::StringSet<> kNames{"unique_ptr",
                                        "shared_ptr",
                                        "__shared_ptr",
                                        "__shared_ptr_access",
                                        "weak_ptr",
                                        "__weak_ptr",
                                        "auto_ptr",
                                        "intrusive_ptr",
                                        "scoped_ptr",
                                        "scoped_array",
                                        "observer_ptr",
                                        "reference_wrapper",
                                        "span",
                                        "basic_string_view",
                                        "initializer_list"};
  return kNames;
}

LibraryType byName(llvm::StringRef name) {
  if (mutexNames().contains(name))
    return LibraryType::Mutex;
  if (name == "lock_guard" || name == "unique_lock" || name == "scoped_lock" ||
      name == "shared_lock" || name == "upgrade_lock")
    return LibraryType::Guard;
  if (name == "condition_variable" || name == "condition_variable_any" ||
      name == "_V2::condition_variable_any")
    return LibraryType::Condition;
  if (name == "once_flag")
    return LibraryType::OnceFlag;
  if (name.starts_with("atomic") || name.starts_with("__atomic"))
    return LibraryType::Atomic;
  if (pointerNames().contains(name) || name.ends_with("iterator") || name.ends_with("_view") ||
      name == "_Iterator" || name == "subrange")
    return LibraryType::Pointer;
  if (name == "function" || name == "move_only_function" || name == "packaged_task" ||
      name == "_Bind" || name == "function_ref")
    return LibraryType::Callable;
  if (name == "thread" || name == "jthread")
    return LibraryType::Thread;
  return LibraryType::Other;
}

} // namespace

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
  if (record.getIdentifier() == nullptr || record.isLambda() || !isInSystemHeader(record))
    return LibraryType::None;
  return byName(record.getName());
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

bool isOwner(const clang::CXXRecordDecl& pointer) {
  const llvm::StringRef name = pointer.getName();
  return name.ends_with("_ptr") || name.contains("shared_ptr") || name == "scoped_array";
}

bool holdsReferences(clang::QualType type) {
  const clang::CXXRecordDecl* record = recordOf(type);
  const auto* instance = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  if (instance == nullptr || (record->getName() != "tuple" && record->getName() != "pair"))
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
  // libstdc++ calls their classes __sort_fn, _Begin, _Filter.
  llvm::StringRef name = method->getParent()->getName().ltrim('_');
  name.consume_back("_fn");
  return name.lower();
}

bool onlyReads(const clang::CXXMethodDecl& method) {
  static const llvm::StringSet<> kNames{
      "begin",         "end",          "rbegin",      "rend",        "cbegin",    "cend",
      "find",          "lower_bound",  "upper_bound", "equal_range", "at",        "front",
      "back",          "data",         "top",         "size",        "empty",     "count",
      "contains",      "value",        "get",         "c_str",       "load",      "operator->",
      "operator*",     "before_begin", "key_comp",    "lock",        "join",      "joinable",
      "get_id",        "max_size",     "capacity",    "value_or",    "has_value", "operator bool",
      "native_handle", "owns_lock",    "mutex",       "valid",       "wait",      "test"};
  if (method.isConst() || method.isStatic())
    return true;
  if (kNames.contains(method.getNameAsString()))
    return true;
  if (method.getOverloadedOperator() != clang::OO_Subscript)
    return false;
  // operator[] of a map inserts.
  const llvm::StringRef name = method.getParent()->getName();
  return !name.contains("map");
}

} // namespace heddle::frontend
