// SPDX-License-Identifier: Apache-2.0
#include "frontend/summary/place.h"

#include <clang/AST/ExprCXX.h>

#include <ranges>

#include "frontend/summary/library_types.h"
#include "frontend/summary/retype.h"

namespace heddle::frontend {
namespace {

constexpr int kDeepest = 6; // nesting depth up to which fields of structures are distinguished

void addParts(const clang::CXXRecordDecl& record, std::set<const clang::CXXRecordDecl*>& parts) {
  if (!parts.insert(record.getCanonicalDecl()).second || !record.hasDefinition())
    return;
  for (const clang::CXXBaseSpecifier& base : record.bases())
    if (const clang::CXXRecordDecl* parent = base.getType()->getAsCXXRecordDecl())
      addParts(*parent, parts);
}

bool hasFieldsToTellApart(const clang::CXXRecordDecl* record) {
  return record != nullptr && record->hasDefinition() && !record->isUnion() && !record->isLambda();
}

// Bit-fields side by side are one memory location, which the first of them stands for.
const clang::FieldDecl* memoryLocationOf(const clang::FieldDecl* field) {
  const clang::FieldDecl* first = nullptr;
  for (const clang::FieldDecl* each : field->getParent()->fields()) {
    const bool isPart = each->isBitField() && !each->isZeroLengthBitField(each->getASTContext());
    first = !isPart ? nullptr : first == nullptr ? each : first;
    if (each->getCanonicalDecl() == field->getCanonicalDecl())
      return first == nullptr ? field : first;
  }
  return field;
}

} // namespace

std::string shortName(const clang::CXXRecordDecl& record) {
  std::string name = record.getNameAsString();
  if (name.empty())
    name = "(unnamed)";
  if (const auto* outer = llvm::dyn_cast<clang::CXXRecordDecl>(record.getDeclContext()))
    return shortName(*outer) + "::" + name;
  return name;
}

PlaceSet retyped(Places& places, const PlaceSet& set, clang::QualType type) {
  PlaceSet all;
  for (PlaceId place : set)
    all.insert(places[place].kind == PlaceKind::Element
                   ? places.element(place, type.getNonReferenceType())
                   : place);
  return all;
}

Places::Places(const clang::ASTContext& context, const clang::CXXRecordDecl& subject)
    : context_(context), subject_(subject), isLibrary_(isInSystemHeader(subject)) {
  addParts(subject, subjectParts_);
  places_.push_back({});
  Place own;
  own.kind = PlaceKind::Subject;
  own.type = context.getTypeDeclType(&subject).getCanonicalType();
  places_.push_back(own);
}

PlaceId Places::intern(Place place) {
  if (!place.type.isNull())
    place.type = place.type.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  const auto [entry, isNew] = index_.try_emplace(place.key(), static_cast<PlaceId>(places_.size()));
  if (isNew) {
    places_.push_back(std::move(place));
    ++knowledge_;
  }
  return entry->second;
}

PlaceId Places::object(const clang::CXXRecordDecl& record, const std::string& label, bool isMany) {
  Place place;
  place.kind = PlaceKind::Object;
  place.node = record.getCanonicalDecl();
  place.type = context_.getTypeDeclType(&record);
  place.label = label;
  place.isMany = isMany;
  return intern(std::move(place));
}

PlaceId Places::local(const void* node, unsigned activation, clang::QualType type) {
  Place place;
  place.kind = PlaceKind::Local;
  place.node = node;
  place.activation = activation;
  place.type = type;
  return intern(std::move(place));
}

PlaceId Places::staticVariable(const clang::VarDecl& variable) {
  Place place;
  place.kind = PlaceKind::Static;
  place.node = variable.getCanonicalDecl();
  // As written: a typedef of pthread_mutex_t says what it is.
  place.type = variable.getType();
  return intern(std::move(place));
}

PlaceId Places::field(PlaceId object, const clang::FieldDecl& field) {
  const PlaceKind kind = places_[object].kind;
  const bool isCollapsed = kind != PlaceKind::Subject && kind != PlaceKind::Object &&
                           kind != PlaceKind::Static && kind != PlaceKind::Field &&
                           kind != PlaceKind::Element;
  if (isCollapsed)
    return object;
  // A part of a container's or a pair's own memory; members of a union are all the same memory.
  if (isOpaque(*llvm::cast<clang::CXXRecordDecl>(field.getParent())) ||
      field.getParent()->isUnion())
    return object;
  Place place;
  place.kind = PlaceKind::Field;
  place.parent = object;
  place.node = memoryLocationOf(&field)->getCanonicalDecl();
  place.type = field.getType();
  return intern(std::move(place));
}

PlaceId Places::element(PlaceId container, clang::QualType type) {
  PlaceId whole = container;
  for (PlaceId each = container;; each = places_[each].parent) {
    const PlaceKind kind = places_[each].kind;
    if (kind == PlaceKind::Element)
      whole = places_[each].parent;
    if (kind != PlaceKind::Field && kind != PlaceKind::Element)
      break;
  }
  const PlaceKind kind = places_[whole].kind;
  if (kind != PlaceKind::Static && kind != PlaceKind::Field && kind != PlaceKind::Pointee)
    return whole;
  Place place;
  place.kind = PlaceKind::Element;
  place.parent = whole;
  place.type = type;
  return intern(std::move(place));
}

PlaceId Places::heap(const clang::Expr& expression, clang::QualType type) {
  Place place;
  place.kind = PlaceKind::Heap;
  place.node = &expression;
  place.type = type;
  return intern(std::move(place));
}

PlaceId Places::outside(const std::string& label, clang::QualType type) {
  Place place;
  place.kind = PlaceKind::Outside;
  place.type = type;
  place.label = label;
  return intern(std::move(place));
}

PlaceId Places::code(const std::string& label) {
  Place place;
  place.kind = PlaceKind::Code;
  place.label = label;
  return intern(std::move(place));
}

PlaceId Places::function(const clang::FunctionDecl& function) {
  Place place;
  place.kind = PlaceKind::Function;
  place.node = &function;
  return intern(std::move(place));
}

PlaceId Places::closure(const clang::LambdaExpr& lambda, unsigned activation) {
  Place place;
  place.kind = PlaceKind::Closure;
  place.node = &lambda;
  place.activation = activation;
  return intern(std::move(place));
}

PlaceId Places::count(clang::QualType pointee) {
  const clang::QualType bare = pointee.getCanonicalType().getUnqualifiedType();
  const clang::CXXRecordDecl* record = bare->getAsCXXRecordDecl();
  Place place;
  place.kind = PlaceKind::Count;
  place.node = bare.getAsOpaquePtr();
  place.label = record == nullptr ? bare.getAsString() : shortName(*record);
  return intern(std::move(place));
}

PlaceId Places::wholeOf(PlaceId place) const {
  PlaceId whole = place;
  while (places_[whole].kind == PlaceKind::Field || places_[whole].kind == PlaceKind::Element)
    whole = places_[whole].parent;
  return whole;
}

bool Places::isOtherSubject(PlaceId place) const {
  return places_[place].kind == PlaceKind::Object &&
         isSubjectPart(*static_cast<const clang::CXXRecordDecl*>(places_[place].node));
}

bool Places::isStatic(PlaceId place) const {
  PlaceId outer = place;
  while (places_[outer].parent != 0)
    outer = places_[outer].parent;
  return places_[outer].kind == PlaceKind::Static;
}

bool Places::isSubjectPart(const clang::CXXRecordDecl& record) const {
  return subjectParts_.contains(record.getCanonicalDecl());
}

bool Places::isOpaque(const clang::CXXRecordDecl& record) const {
  const LibraryType library = libraryTypeOf(record);
  if (isSubjectPart(record))
    return false;
  if (library == LibraryType::None)
    return record.isLambda() || !record.hasDefinition();
  if (!isLibrary_ || library != LibraryType::Other)
    return true;
  return outermostNamespace(record) != outermostNamespace(subject_) ||
         record.getName().contains("alloc");
}

bool Places::isOpaque(clang::QualType type) const {
  if (type.isNull())
    return true;
  const clang::CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record == nullptr || isOpaque(*record);
}

PlaceId Places::root(PlaceId place) const {
  PlaceId whole = place;
  for (PlaceId each = place;
       places_[each].kind == PlaceKind::Field || places_[each].kind == PlaceKind::Element;
       each = places_[each].parent)
    if (places_[each].kind == PlaceKind::Element)
      whole = places_[each].parent;
  return whole;
}

PlaceId Places::canonical(PlaceId place) {
  const Place copy = places_[place];
  switch (copy.kind) {
  case PlaceKind::Object: {
    const auto& record = *static_cast<const clang::CXXRecordDecl*>(copy.node);
    return isSubjectPart(record) ? subject() : object(record, "", true);
  }
  case PlaceKind::Field: {
    const PlaceKind parent = places_[copy.parent].kind;
    const auto* field = static_cast<const clang::FieldDecl*>(copy.node);
    if (parent == PlaceKind::Field || parent == PlaceKind::Element)
      return this->field(canonical(copy.parent), *field);
    const auto& record = *llvm::cast<clang::CXXRecordDecl>(field->getParent());
    return this->field(isSubjectPart(record) ? subject() : object(record, "", true), *field);
  }
  case PlaceKind::Element:
    return element(canonical(copy.parent), copy.type);
  case PlaceKind::Pointee: {
    Place pointee = copy;
    pointee.parent = canonical(copy.parent);
    return intern(std::move(pointee));
  }
  default:
    return place;
  }
}

void Places::addLeaves(PlaceId place, PlaceSet& leaves, int depth) {
  const Place copy = places_[place];
  // A reference never changes, and the object that it refers to is not inside.
  if (copy.kind == PlaceKind::Field &&
      static_cast<const clang::FieldDecl*>(copy.node)->getType()->isReferenceType())
    return;
  const clang::CXXRecordDecl* record =
      copy.type.isNull() ? nullptr : copy.type->getAsCXXRecordDecl();
  if (record != nullptr)
    record = record->getDefinition();
  const bool isObject = copy.kind == PlaceKind::Subject || copy.kind == PlaceKind::Object ||
                        copy.kind == PlaceKind::Field || copy.kind == PlaceKind::Static;
  if (!isObject || !hasFieldsToTellApart(record) || isOpaque(*record) || depth > kDeepest) {
    leaves.insert(place);
    return;
  }
  addFields(place, *record, leaves, depth);
}

void Places::addFields(PlaceId place,
                       const clang::CXXRecordDecl& record,
                       PlaceSet& leaves,
                       int depth) {
  for (const clang::CXXBaseSpecifier& base : record.bases())
    if (const clang::CXXRecordDecl* parent = base.getType()->getAsCXXRecordDecl())
      if (const clang::CXXRecordDecl* definition = parent->getDefinition())
        addFields(place, *definition, leaves, depth);
  for (const clang::FieldDecl* field : record.fields())
    addLeaves(canonical(this->field(place, *field)), leaves, depth + 1);
}

// An access inside an object that may also be reached through a pointer of its type.
void Places::addTypedNames(PlaceId place, PlaceSet& leaves) {
  std::vector<const clang::FieldDecl*> chain;
  for (PlaceId each = place; each != 0; each = places_[each].parent) {
    const Place copy = places_[each];
    if (copy.kind != PlaceKind::Field && copy.kind != PlaceKind::Element)
      return;
    const clang::CXXRecordDecl* record =
        copy.type.isNull() ? nullptr : copy.type->getAsCXXRecordDecl();
    if (record != nullptr && escaped_.contains(record->getCanonicalDecl()) && !isOpaque(*record)) {
      PlaceId typed = object(*record, "", true);
      for (const clang::FieldDecl* field : std::views::reverse(chain))
        typed = this->field(typed, *field);
      addLeaves(canonical(typed), leaves, 0);
    }
    if (copy.kind == PlaceKind::Field)
      chain.push_back(static_cast<const clang::FieldDecl*>(copy.node));
  }
}

PlaceSet Places::leaves(PlaceId place) {
  PlaceSet parts;
  addLeaves(canonical(place), parts, 0);
  PlaceSet all;
  for (PlaceId part : parts) {
    if (isLockType(places_[part].type))
      continue; // its state is not memory that a method sees
    addTypedNames(part, all);
    all.merge(named(root(part)));
  }
  return all;
}

PlaceSet Places::named(PlaceId place) {
  if (places_[place].kind != PlaceKind::Heap)
    return {place};
  PlaceSet names;
  for (PlaceId holder : holders_[place]) {
    Place pointee;
    pointee.kind = PlaceKind::Pointee;
    pointee.parent = holder;
    pointee.type = places_[place].type;
    names.insert(intern(std::move(pointee)));
  }
  return names;
}

void Places::escapeType(clang::QualType type) {
  const clang::CXXRecordDecl* record = recordOf(type);
  if (record == nullptr || isOpaque(*record) || !escaped_.insert(record->getCanonicalDecl()).second)
    return;
  ++knowledge_;
  if (record->hasDefinition())
    for (const clang::FieldDecl* field : record->fields())
      escapeType(field->getType());
}

void Places::escape(PlaceId place) {
  const Place& self = places_[place];
  if (self.kind == PlaceKind::Field || self.kind == PlaceKind::Element)
    escapeType(self.type);
}

} // namespace heddle::frontend
