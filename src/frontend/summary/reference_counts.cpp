// SPDX-License-Identifier: Apache-2.0
#include "frontend/summary/reference_counts.h"

#include <clang/AST/DeclTemplate.h>

#include "frontend/summary/libraries/library_table.h"
#include "frontend/summary/library_types.h"

namespace heddle::frontend {
namespace {

constexpr int kDeepest = 4;

bool isCounted(const clang::CXXRecordDecl& record) {
  return kindOf(record) == ClassKind::SharedPointer;
}

clang::QualType rootOf(clang::QualType type) {
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  while (record != nullptr && record->hasDefinition() && record->getNumBases() > 0) {
    type = record->bases_begin()->getType();
    record = type->getAsCXXRecordDecl();
  }
  return type;
}

void addCounts(clang::QualType type, Places& places, PlaceSet& counts, int depth) {
  const clang::CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (record == nullptr || depth > kDeepest)
    return;
  const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  if (instance != nullptr && isCounted(*record)) {
    counts.insert(places.count(rootOf(instance->getTemplateArgs()[0].getAsType())));
    return;
  }
  if (libraryTypeOf(*record) != LibraryType::None) {
    if (instance == nullptr)
      return;
    for (const clang::TemplateArgument& argument : instance->getTemplateArgs().asArray()) {
      if (argument.getKind() == clang::TemplateArgument::Type)
        addCounts(argument.getAsType(), places, counts, depth + 1);
      else if (argument.getKind() == clang::TemplateArgument::Pack)
        for (const clang::TemplateArgument& each : argument.pack_elements())
          if (each.getKind() == clang::TemplateArgument::Type)
            addCounts(each.getAsType(), places, counts, depth + 1);
    }
    return;
  }
  if (!record->hasDefinition())
    return;
  for (const clang::CXXBaseSpecifier& base : record->getDefinition()->bases())
    addCounts(base.getType(), places, counts, depth + 1);
  for (const clang::FieldDecl* field : record->getDefinition()->fields())
    if (!field->getType()->isReferenceType())
      addCounts(field->getType(), places, counts, depth + 1);
}

} // namespace

PlaceSet countsIn(clang::QualType type, Places& places) {
  PlaceSet counts;
  if (!type.isNull())
    addCounts(type, places, counts, 0);
  return counts;
}

} // namespace heddle::frontend
