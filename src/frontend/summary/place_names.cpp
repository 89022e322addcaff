// SPDX-License-Identifier: Apache-2.0
#include "frontend/summary/place_names.h"

#include <clang/AST/CXXInheritance.h>
#include <clang/AST/RecordLayout.h>

namespace heddle::frontend {
namespace {

std::string nameOfVariable(const clang::VarDecl& variable) {
  std::string name = variable.getNameAsString();
  if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(variable.getDeclContext()))
    return shortName(*record) + "::" + name;
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(variable.getDeclContext()))
    return function->getNameAsString() + "()::" + name;
  return name;
}

const clang::FieldDecl& fieldOf(const Place& place) {
  return *static_cast<const clang::FieldDecl*>(place.node);
}

// Where `base` starts in an object of exactly the type `derived`.
std::optional<clang::CharUnits> offsetOfBase(const clang::ASTContext& context,
                                             const clang::CXXRecordDecl& derived,
                                             const clang::CXXRecordDecl& base) {
  if (derived.getCanonicalDecl() == base.getCanonicalDecl())
    return clang::CharUnits::Zero();
  const clang::ASTRecordLayout& layout = context.getASTRecordLayout(&derived);
  for (const clang::CXXBaseSpecifier& virtualBase : derived.vbases())
    if (const clang::CXXRecordDecl* record = virtualBase.getType()->getAsCXXRecordDecl())
      if (record->getCanonicalDecl() == base.getCanonicalDecl())
        return layout.getVBaseClassOffset(record);
  for (const clang::CXXBaseSpecifier& each : derived.bases()) {
    const clang::CXXRecordDecl* record = each.getType()->getAsCXXRecordDecl();
    if (record == nullptr || each.isVirtual())
      continue;
    if (const auto inside = offsetOfBase(context, *record->getDefinition(), base))
      return layout.getBaseClassOffset(record) + *inside;
  }
  return std::nullopt;
}

} // namespace

std::optional<PlaceNames::Bytes> PlaceNames::bytesOf(PlaceId id) {
  const Place& place = places_[id];
  if (place.kind != PlaceKind::Field)
    return std::nullopt;
  const clang::FieldDecl& field = fieldOf(place);
  const auto& record = *llvm::cast<clang::CXXRecordDecl>(field.getParent());
  const clang::ASTContext& context = places_.context();
  std::uint32_t start = 0;
  if (places_[place.parent].kind == PlaceKind::Subject) {
    const std::optional<clang::CharUnits> base =
        offsetOfBase(context, places_.subjectRecord(), record);
    if (!base)
      return std::nullopt;
    start = static_cast<std::uint32_t>(base->getQuantity());
  } else {
    const std::optional<Bytes> outer = bytesOf(place.parent);
    if (!outer)
      return std::nullopt;
    start = outer->offset;
    if (const clang::CXXRecordDecl* type = places_[place.parent].type->getAsCXXRecordDecl())
      if (const auto base = offsetOfBase(context, *type->getDefinition(), record))
        start += static_cast<std::uint32_t>(base->getQuantity());
  }
  if (record.isInvalidDecl())
    return std::nullopt;
  const std::uint64_t bits =
      context.getASTRecordLayout(&record).getFieldOffset(field.getFieldIndex());
  if (field.isBitField()) {
    const std::uint64_t last = bits + field.getBitWidthValue(context);
    return Bytes{.offset = start + static_cast<std::uint32_t>(bits / 8),
                 .size = static_cast<std::uint32_t>((last + 7) / 8 - bits / 8)};
  }
  const clang::QualType type = field.getType();
  const std::uint64_t size =
      type->isReferenceType()
          ? sizeof(void*)
          : static_cast<std::uint64_t>(context.getTypeSizeInChars(type).getQuantity());
  return Bytes{.offset = start + static_cast<std::uint32_t>(bits / 8),
               .size = static_cast<std::uint32_t>(size)};
}

std::string PlaceNames::nameOf(PlaceId id) {
  const Place& place = places_[id];
  switch (place.kind) {
  case PlaceKind::Field: {
    const clang::FieldDecl& field = fieldOf(place);
    const Place& parent = places_[place.parent];
    const std::string name = field.getNameAsString();
    if (parent.kind == PlaceKind::Field || parent.kind == PlaceKind::Element) {
      const std::string outer = nameOf(place.parent);
      return name.empty() ? outer : outer + "." + name;
    }
    const auto& record = *llvm::cast<clang::CXXRecordDecl>(field.getParent());
    // A field of a base may have the name of a field of the class.
    if (parent.kind == PlaceKind::Subject) {
      bool isHidden = false;
      for (const clang::FieldDecl* own : places_.subjectRecord().fields())
        isHidden = isHidden || (own->getCanonicalDecl() != field.getCanonicalDecl() &&
                                own->getNameAsString() == name);
      return isHidden ? shortName(record) + "::" + name : name;
    }
    return shortName(record) + "::" + name;
  }
  case PlaceKind::Element:
    return nameOf(place.parent);
  case PlaceKind::Pointee:
    return nameOf(place.parent) + "[]";
  case PlaceKind::Static:
    return nameOfVariable(*static_cast<const clang::VarDecl*>(place.node)) + " (static)";
  case PlaceKind::Count:
    return "owners of " + place.label;
  default:
    return std::string(model::Location::kAnywhere);
  }
}

model::Location PlaceNames::location(PlaceId place) {
  model::Location location;
  location.name = nameOf(place);
  if (const std::optional<Bytes> bytes = bytesOf(place)) {
    location.offset = bytes->offset;
    location.size = bytes->size;
  }
  return location;
}

std::string PlaceNames::pathOf(PlaceId id) {
  const Place& place = places_[id];
  switch (place.kind) {
  case PlaceKind::Field: {
    const std::string outer = pathOf(place.parent);
    const std::string name = fieldOf(place).getNameAsString();
    const bool isPointer =
        places_[place.parent].kind == PlaceKind::Object &&
        (places_[place.parent].isMany || places_[place.parent].label.ends_with("_"));
    return outer.empty() ? name : outer + (isPointer ? "->" : ".") + name;
  }
  case PlaceKind::Element:
    return pathOf(place.parent) + "[]";
  case PlaceKind::Pointee:
    return pathOf(place.parent);
  case PlaceKind::Static:
    return nameOfVariable(*static_cast<const clang::VarDecl*>(place.node));
  default:
    return place.label;
  }
}

std::string PlaceNames::kindOf(PlaceId id) {
  const Place& place = places_[id];
  switch (place.kind) {
  case PlaceKind::Field: {
    const clang::FieldDecl& field = fieldOf(place);
    return shortName(*llvm::cast<clang::CXXRecordDecl>(field.getParent())) +
           "::" + field.getNameAsString();
  }
  case PlaceKind::Element:
    return kindOf(place.parent) + "[]";
  case PlaceKind::Pointee:
    return kindOf(place.parent);
  case PlaceKind::Static:
    return nameOfVariable(*static_cast<const clang::VarDecl*>(place.node)) + " (static)";
  default:
    return std::string(model::Lock::kAny);
  }
}

bool PlaceNames::isOwn(PlaceId id) {
  const Place& place = places_[id];
  switch (place.kind) {
  case PlaceKind::Subject:
  case PlaceKind::Static:
    return true;
  case PlaceKind::Field:
  case PlaceKind::Pointee:
    return isOwn(place.parent);
  default:
    return false;
  }
}

std::optional<model::Lock> PlaceNames::lock(const LockUse& use) {
  const Place& place = places_[use.lock];
  if (place.kind == PlaceKind::Local)
    return std::nullopt;
  model::Lock lock;
  lock.kind = kindOf(use.lock);
  lock.path = pathOf(use.lock);
  lock.isOwn = isOwn(use.lock);
  lock.isShared = use.isShared;
  if (const std::optional<Bytes> bytes = bytesOf(use.lock)) {
    lock.offset = bytes->offset;
    lock.size = bytes->size;
  }
  return lock;
}

} // namespace heddle::frontend
