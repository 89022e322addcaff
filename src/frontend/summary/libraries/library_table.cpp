// SPDX-License-Identifier: Apache-2.0
#include "frontend/summary/libraries/library_table.h"

#include <clang/AST/ASTContext.h>
#include <llvm/ADT/StringMap.h>

#include <array>
#include <vector>

#include "frontend/summary/library_types.h"

namespace heddle::frontend {
namespace {

using enum ClassKind;
using enum Does;
using What = LibraryRow::What;

// NOLINTBEGIN(bugprone-macro-parentheses): all arguments are single words or strings.
// A class, with a type or (of views) a statement as example.
#define HEDDLE_CLASS(className, classKind, text)                                                   \
  LibraryRow{.what = What::Class,                                                                  \
             .owner = "",                                                                          \
             .name = className,                                                                    \
             .kind = classKind,                                                                    \
             .does = Nothing,                                                                      \
             .example = text},
// A member of all classes of the kind.
#define HEDDLE_INTERFACE(ofKind, member, effect, text)                                             \
  LibraryRow{.what = What::Interface,                                                              \
             .owner = "",                                                                          \
             .name = member,                                                                       \
             .kind = ofKind,                                                                       \
             .does = effect,                                                                       \
             .example = text},
// A member of one class, whatever its kind says.
#define HEDDLE_MEMBER(className, member, effect, text)                                             \
  LibraryRow{.what = What::Member,                                                                 \
             .owner = className,                                                                   \
             .name = member,                                                                       \
             .kind = Other,                                                                        \
             .does = effect,                                                                       \
             .example = text},
#define HEDDLE_FUNCTION(function, effect, text)                                                    \
  LibraryRow{.what = What::Function,                                                               \
             .owner = "",                                                                          \
             .name = function,                                                                     \
             .kind = None,                                                                         \
             .does = effect,                                                                       \
             .example = text},
// NOLINTEND(bugprone-macro-parentheses)

constexpr std::array kInterfaces{
#include "frontend/summary/libraries/interfaces.def"
};
constexpr std::array kLibc{
#include "frontend/summary/libraries/libc.def"
};
constexpr std::array kContainers{
#include "frontend/summary/libraries/libstdcxx_containers.def"
};
constexpr std::array kIterators{
#include "frontend/summary/libraries/libstdcxx_iterators.def"
};
constexpr std::array kAlgorithms{
#include "frontend/summary/libraries/libstdcxx_algorithms.def"
};
constexpr std::array kSmartPointers{
#include "frontend/summary/libraries/libstdcxx_smart_pointers.def"
};
constexpr std::array kThreads{
#include "frontend/summary/libraries/libstdcxx_threads.def"
};
constexpr std::array kUtilities{
#include "frontend/summary/libraries/libstdcxx_utilities.def"
};
constexpr std::array kNext{
#include "frontend/summary/libraries/libstdcxx_next.def"
};
constexpr std::array kBoost{
#include "frontend/summary/libraries/boost.def"
};
constexpr std::array kTbb{
#include "frontend/summary/libraries/tbb.def"
};

#undef HEDDLE_CLASS
#undef HEDDLE_INTERFACE
#undef HEDDLE_MEMBER
#undef HEDDLE_FUNCTION

constexpr std::array kLibraries{Library{.name = "interfaces", .rows = kInterfaces},
                                Library{.name = "libc", .rows = kLibc},
                                Library{.name = "libstdcxx_containers", .rows = kContainers},
                                Library{.name = "libstdcxx_iterators", .rows = kIterators},
                                Library{.name = "libstdcxx_algorithms", .rows = kAlgorithms},
                                Library{.name = "libstdcxx_smart_pointers", .rows = kSmartPointers},
                                Library{.name = "libstdcxx_threads", .rows = kThreads},
                                Library{.name = "libstdcxx_utilities", .rows = kUtilities},
                                Library{.name = "libstdcxx_next", .rows = kNext},
                                Library{.name = "boost", .rows = kBoost},
                                Library{.name = "tbb", .rows = kTbb}};

llvm::StringRef lastPart(llvm::StringRef name) {
  const std::size_t colons = name.rfind("::");
  return colons == llvm::StringRef::npos ? name : name.substr(colons + 2);
}

// Rows by the last part of their name.
class Index {
public:
  Index() {
    for (const Library& library : kLibraries)
      for (const LibraryRow& row : library.rows)
        (row.what == What::Class      ? classes_
         : row.what == What::Function ? functions_
                                      : members_)[lastPart(row.name)]
            .push_back(&row);
  }

  using Rows = std::vector<const LibraryRow*>;
  const Rows& classes(llvm::StringRef name) const { return in(classes_, name); }
  const Rows& members(llvm::StringRef name) const { return in(members_, name); }
  const Rows& functions(llvm::StringRef name) const { return in(functions_, name); }

private:
  static const Rows& in(const llvm::StringMap<Rows>& map, llvm::StringRef name) {
    static const Rows kNone;
    const auto found = map.find(name);
    return found == map.end() ? kNone : found->second;
  }
  llvm::StringMap<Rows> classes_, members_, functions_;
};

const Index& index() {
  static const Index kIndex;
  return kIndex;
}

// Whether these are the scopes "std::ranges" around a declaration. Libraries put versions and details into namespaces
// that their users do not write: inline ones, and those that begin with two underscores. A row may leave them out.
bool isIn(const clang::DeclContext* scope, llvm::StringRef scopes) {
  for (; scope != nullptr && !scope->isTranslationUnit(); scope = scope->getParent()) {
    const auto* named = llvm::dyn_cast<clang::NamedDecl>(scope);
    if (named == nullptr)
      continue; // extern "C"
    const llvm::StringRef name = named->getIdentifier() == nullptr ? "" : named->getName();
    const llvm::StringRef wanted = lastPart(scopes);
    if (!wanted.empty() && name == wanted) {
      scopes = scopes.drop_back(wanted.size());
      scopes.consume_back("::");
      continue;
    }
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
    if (space == nullptr || !(space->isInline() || name.starts_with("__")))
      return false;
  }
  return scopes.empty();
}

// `name`: with scopes. Its last part is that of the declaration.
bool isNamed(const clang::DeclContext* scope, llvm::StringRef name) {
  llvm::StringRef scopes = name.drop_back(lastPart(name).size());
  scopes.consume_back("::");
  return isIn(scope, scopes);
}

bool hasType(const clang::CXXRecordDecl& record, llvm::StringRef name) {
  const clang::IdentifierInfo& identifier = record.getASTContext().Idents.get(name);
  for (const clang::NamedDecl* decl : record.lookup(&identifier))
    if (llvm::isa<clang::TypeDecl>(decl))
      return true;
  for (const clang::CXXBaseSpecifier& base : record.bases())
    if (const clang::CXXRecordDecl* parent = base.getType()->getAsCXXRecordDecl();
        parent != nullptr && parent->hasDefinition() && hasType(*parent->getDefinition(), name))
      return true;
  return false;
}

bool hasMethod(const clang::CXXRecordDecl& record, llvm::StringRef name) {
  for (const clang::CXXMethodDecl* method : record.methods())
    if (method->getIdentifier() != nullptr && method->getName() == name && method->param_empty())
      return true;
  return false;
}

// What the standard asks of iterators, containers and mutexes: other libraries keep to it.
ClassKind kindByShape(const clang::CXXRecordDecl& declaration) {
  if (!declaration.hasDefinition())
    return Other;
  const clang::CXXRecordDecl& record = *declaration.getDefinition();
  if (hasType(record, "iterator_category"))
    return Iterator;
  if (hasType(record, "value_type") && hasType(record, "iterator"))
    return hasType(record, "key_type") ? Associative : Sequence;
  if (hasMethod(record, "lock") && hasMethod(record, "unlock") &&
      !record.hasSimpleCopyConstructor() && !record.hasMoveConstructor() &&
      !hasMethod(record, "mutex"))
    return Mutex;
  return Other;
}

const LibraryRow* rowOf(const clang::CXXRecordDecl& record) {
  for (const LibraryRow* row : index().classes(record.getName()))
    if (isNamed(record.getDeclContext(), row->name))
      return row;
  return nullptr;
}

Does whatMemberDoes(const clang::CXXMethodDecl& method) {
  const clang::CXXRecordDecl& record = *method.getParent();
  const ClassKind kind = kindOf(record);
  if (kind == None)
    return Nothing;
  const Index::Rows& rows = index().members(method.getNameAsString());
  for (const LibraryRow* row : rows)
    if (row->what == What::Member && lastPart(row->owner) == record.getName() &&
        isNamed(record.getDeclContext(), row->owner))
      return row->does;
  for (const LibraryRow* row : rows)
    if (row->what == What::Interface && row->kind == kind)
      return row->does;
  return Nothing;
}

} // namespace

std::span<const Library> libraries() {
  return kLibraries;
}

ClassKind kindOf(const clang::CXXRecordDecl& record) {
  if (record.getIdentifier() == nullptr || record.isLambda() || !isInSystemHeader(record))
    return None;
  const LibraryRow* row = rowOf(record);
  return row == nullptr ? kindByShape(record) : row->kind;
}

Does whatDoes(const clang::FunctionDecl& function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  const bool isObject = method != nullptr && isFunctionObject(*method);
  if (method != nullptr && !isObject)
    return whatMemberDoes(*method);
  if (!isInSystemHeader(function))
    return Nothing;
  const clang::DeclContext* scope =
      isObject ? method->getParent()->getDeclContext() : function.getDeclContext();
  for (const LibraryRow* row : index().functions(algorithmName(function)))
    if (isNamed(scope, row->name))
      return row->does;
  return Nothing;
}

} // namespace heddle::frontend
