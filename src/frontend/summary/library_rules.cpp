// SPDX-License-Identifier: Apache-2.0
#include "frontend/summary/library_rules.h"

#include <clang/AST/DeclTemplate.h>

#include "frontend/summary/libraries/library_table.h"
#include "frontend/summary/library_types.h"

namespace heddle::frontend {

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
  return has(whatDoes(function), Does::StartsThread);
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

} // namespace heddle::frontend
