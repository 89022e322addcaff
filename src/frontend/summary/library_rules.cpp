// SPDX-License-Identifier: Apache-2.0
#include "frontend/summary/library_rules.h"

#include <clang/AST/DeclTemplate.h>
#include <llvm/ADT/StringSet.h>

#include "frontend/summary/library_types.h"

namespace heddle::frontend {

bool passesOn(llvm::StringRef name) {
  static const llvm::StringSet<> kNames{"move",
                                        "forward",
                                        "addressof",
                                        "__addressof",
                                        "as_const",
                                        "ref",
                                        "cref",
                                        "move_if_noexcept",
                                        "launder",
                                        "to_address",
                                        "get",
                                        "exchange_view"};
  return kNames.contains(name);
}

bool callsArguments(llvm::StringRef name) {
  static const llvm::StringSet<> kNames{"sort",
                                        "remove_if",
                                        "unique",
                                        "merge",
                                        "wait",
                                        "wait_for",
                                        "wait_until",
                                        "visit",
                                        "and_then",
                                        "transform",
                                        "or_else",
                                        "erase_if"};
  return kNames.contains(name);
}

bool keepsArguments(llvm::StringRef name) {
  static const llvm::StringSet<> kNames{"make_unique",
                                        "make_unique_for_overwrite",
                                        "make_shared",
                                        "make_shared_for_overwrite",
                                        "allocate_shared",
                                        "make_pair",
                                        "make_tuple",
                                        "make_optional",
                                        "make_any",
                                        "make_reverse_iterator",
                                        "make_move_iterator",
                                        "mem_fn",
                                        "bind",
                                        "bind_front",
                                        "tie",
                                        "forward_as_tuple",
                                        "swap"};
  return kNames.contains(name);
}

Algorithm algorithmOf(llvm::StringRef name) {
  static const llvm::StringSet<> kReaders{"find",
                                          "find_if",
                                          "find_if_not",
                                          "count",
                                          "count_if",
                                          "accumulate",
                                          "reduce",
                                          "equal",
                                          "all_of",
                                          "any_of",
                                          "none_of",
                                          "max_element",
                                          "min_element",
                                          "minmax_element",
                                          "lower_bound",
                                          "upper_bound",
                                          "equal_range",
                                          "binary_search",
                                          "distance",
                                          "next",
                                          "prev",
                                          "advance",
                                          "search",
                                          "adjacent_find",
                                          "is_sorted",
                                          "includes",
                                          "mismatch",
                                          "begin",
                                          "end",
                                          "cbegin",
                                          "cend",
                                          "size",
                                          "empty",
                                          "data",
                                          "lexicographical_compare",
                                          "inner_product",
                                          "for_each",
                                          "operator==",
                                          "operator!=",
                                          "operator-",
                                          "operator+",
                                          "operator<",
                                          "ssize",
                                          "less",
                                          "less_equal",
                                          "greater",
                                          "greater_equal",
                                          "equal_to",
                                          "not_equal_to",
                                          "plus",
                                          "minus",
                                          "multiplies",
                                          "logical_not",
                                          "identity",
                                          "hash",
                                          "all",
                                          "filter",
                                          "take",
                                          "take_while",
                                          "drop",
                                          "drop_while",
                                          "elements",
                                          "contains",
                                          "starts_with",
                                          "memcmp",
                                          "strlen",
                                          "strcmp"};
  static const llvm::StringSet<> kCopiers{"copy",
                                          "copy_n",
                                          "copy_if",
                                          "transform",
                                          "partial_sum",
                                          "unique_copy",
                                          "reverse_copy",
                                          "replace_copy"};
  return kReaders.contains(name)   ? Algorithm::ReadsOnly
         : kCopiers.contains(name) ? Algorithm::Copies
                                   : Algorithm::Other;
}

clang::QualType elementType(clang::QualType container) {
  const clang::CXXRecordDecl* record =
      container.isNull() ? nullptr : container->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition())
    return {};
  for (const clang::Decl* decl : record->getDefinition()->decls())
    if (const auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(decl);
        alias != nullptr && alias->getName() == "value_type")
      return alias->getUnderlyingType();
  return {};
}

bool startsThread(const clang::FunctionDecl& function) {
  if (llvm::isa<clang::CXXConstructorDecl>(function))
    return libraryTypeOf(*llvm::cast<clang::CXXMethodDecl>(function).getParent()) ==
               LibraryType::Thread &&
           function.getNumParams() > 0 &&
           !llvm::cast<clang::CXXConstructorDecl>(function).isCopyOrMoveConstructor();
  const std::string name = function.getNameAsString();
  return name == "async" || name == "pthread_create" || name == "thrd_create";
}

std::vector<clang::QualType> partTypes(clang::QualType container) {
  if (const clang::QualType element = elementType(container); !element.isNull())
    return {element};
  const auto* instance = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      container.isNull() ? nullptr : container->getAsCXXRecordDecl());
  std::vector<clang::QualType> types;
  if (instance == nullptr || libraryTypeOf(*instance) != LibraryType::Other)
    return types;
  const auto add = [&](const clang::TemplateArgument& argument) {
    if (argument.getKind() == clang::TemplateArgument::Type)
      types.push_back(argument.getAsType());
  };
  for (const clang::TemplateArgument& argument : instance->getTemplateArgs().asArray()) {
    add(argument);
    if (argument.getKind() == clang::TemplateArgument::Pack)
      for (const clang::TemplateArgument& each : argument.pack_elements())
        add(each);
  }
  return types;
}

bool isView(const clang::CXXRecordDecl& record) {
  return libraryTypeOf(record) == LibraryType::Pointer && !isOwner(record);
}

} // namespace heddle::frontend
