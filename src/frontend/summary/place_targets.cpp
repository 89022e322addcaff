// SPDX-License-Identifier: Apache-2.0
// What the pointers in a place can point to.
#include <clang/AST/DeclTemplate.h>

#include "frontend/summary/library_types.h"
#include "frontend/summary/place.h"

namespace heddle::frontend {

PlaceSet Places::load(PlaceId place) {
  const PlaceId whole = canonical(root(place));
  PlaceSet targets = targets_[whole];
  const Place& self = places_[place];
  if (self.kind == PlaceKind::Local || self.kind == PlaceKind::Heap)
    return targets;
  const auto [known, isNew] = defaults_.try_emplace(place);
  if (isNew) {
    clang::QualType type = self.type;
    if (self.kind == PlaceKind::Field)
      type = static_cast<const clang::FieldDecl*>(self.node)->getType();
    else if (self.kind == PlaceKind::Static)
      type = static_cast<const clang::VarDecl*>(self.node)->getType();
    const PlaceSet found = defaultTargets(type, labelOf(place), place);
    defaults_[place] = found;
  }
  const PlaceSet& defaults = defaults_[place];
  targets.insert(defaults.begin(), defaults.end());
  return targets;
}

PlaceSet Places::load(const PlaceSet& places) {
  PlaceSet targets;
  for (PlaceId place : places)
    targets.merge(load(place));
  return targets;
}

void Places::store(PlaceId place, const PlaceSet& targets) {
  const PlaceId whole = canonical(root(place));
  PlaceSet& known = targets_[whole];
  for (PlaceId target : targets) {
    if (target == place || !known.insert(target).second)
      continue;
    ++knowledge_;
    if (places_[target].kind == PlaceKind::Heap && places_[whole].kind != PlaceKind::Local)
      holders_[target].insert(whole);
  }
}

std::string Places::labelOf(PlaceId holder) const {
  const Place& place = places_[holder];
  switch (place.kind) {
  case PlaceKind::Field: {
    const auto* field = static_cast<const clang::FieldDecl*>(place.node);
    const Place& parent = places_[place.parent];
    std::string name = field->getNameAsString();
    if (parent.kind == PlaceKind::Subject)
      return name;
    // A chain of objects has one name however long it is.
    if (parent.kind == PlaceKind::Object && !parent.isMany)
      return parent.label + "." + name;
    if (parent.kind == PlaceKind::Field || parent.kind == PlaceKind::Element)
      return labelOf(place.parent) + "." + name;
    return shortName(*llvm::cast<clang::CXXRecordDecl>(field->getParent())) + "::" + name;
  }
  case PlaceKind::Element:
    return labelOf(place.parent) + "[]";
  case PlaceKind::Pointee:
    return labelOf(place.parent);
  case PlaceKind::Static:
    return static_cast<const clang::VarDecl*>(place.node)->getNameAsString();
  default:
    return place.label;
  }
}

PlaceSet Places::defaultTargets(clang::QualType type, const std::string& label, PlaceId holder) {
  PlaceSet targets;
  std::set<const void*> seen;
  if (!type.isNull())
    addDefaultTargets(type, label, holder, targets, seen);
  return targets;
}

void Places::addPointee(clang::QualType pointee,
                        const std::string& label,
                        PlaceId holder,
                        PlaceSet& targets) {
  const clang::CXXRecordDecl* record = pointee->getAsCXXRecordDecl();
  if (pointee->isFunctionType()) {
    targets.insert(code(label));
  } else if (record != nullptr && !isOpaque(*record)) {
    const PlaceKind kind = holder == 0 ? PlaceKind::Outside : places_[holder].kind;
    const bool isOne =
        kind == PlaceKind::Outside ||
        (kind == PlaceKind::Field && places_[places_[holder].parent].kind == PlaceKind::Subject);
    targets.insert(object(*record, label, !isOne));
  } else if (holder != 0) {
    Place place;
    place.kind = PlaceKind::Pointee;
    place.parent = root(holder);
    place.type = pointee;
    targets.insert(intern(std::move(place)));
  } else {
    targets.insert(outside(label, pointee));
  }
}

void Places::addDefaultTargets(clang::QualType type,
                               const std::string& label,
                               PlaceId holder,
                               PlaceSet& targets,
                               std::set<const void*>& seen) {
  const clang::QualType bare = type.getCanonicalType();
  if (bare->isReferenceType() || bare->isPointerType())
    return addPointee(bare->getPointeeType(), label, holder, targets);
  if (bare->isMemberFunctionPointerType()) {
    targets.insert(code(label));
    return;
  }
  if (bare->isArrayType())
    return addDefaultTargets(
        clang::QualType(bare->getBaseElementTypeUnsafe(), 0), label, holder, targets, seen);
  const clang::CXXRecordDecl* record = bare->getAsCXXRecordDecl();
  if (record == nullptr || !seen.insert(record->getCanonicalDecl()).second)
    return;
  const LibraryType library = libraryTypeOf(*record);
  if (library == LibraryType::Callable) {
    targets.insert(code(label));
    return;
  }
  if (const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
      instance != nullptr && isOpaque(*record)) {
    bool isFirst = true;
    for (const clang::TemplateArgument& argument : instance->getTemplateArgs().asArray()) {
      if (argument.getKind() != clang::TemplateArgument::Type)
        continue;
      clang::QualType part = argument.getAsType();
      if (part->isArrayType())
        part = clang::QualType(part->getBaseElementTypeUnsafe(), 0);
      // The first argument of a smart pointer is what it points to; others are deleters.
      if (library == LibraryType::Pointer && isFirst && !part->isPointerType())
        addPointee(part, label, holder, targets);
      else
        addDefaultTargets(part, label, holder, targets, seen);
      isFirst = false;
    }
    return;
  }
  if (!isOpaque(*record) && record->hasDefinition() && holder != subject())
    for (const clang::FieldDecl* field : record->fields())
      addDefaultTargets(field->getType(), label, holder, targets, seen);
}

} // namespace heddle::frontend
