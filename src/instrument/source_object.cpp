// SPDX-License-Identifier: Apache-2.0
#include "instrument/source_object.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>

#include "instrument/source_place.h"

namespace heddle::instrument {
namespace {

namespace dwarf = llvm::dwarf;

constexpr std::uint64_t kBitsPerByte = 8;

bool isTransparent(unsigned tag) {
  switch (tag) {
  case dwarf::DW_TAG_typedef:
  case dwarf::DW_TAG_const_type:
  case dwarf::DW_TAG_volatile_type:
  case dwarf::DW_TAG_restrict_type:
  case dwarf::DW_TAG_atomic_type:
    return true;
  default:
    return false;
  }
}

const llvm::DICompositeType* asClass(const llvm::DIType* type) {
  const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
  if (composite == nullptr || composite->getTag() == dwarf::DW_TAG_array_type ||
      composite->getTag() == dwarf::DW_TAG_enumeration_type)
    return nullptr;
  return composite;
}

const llvm::DICompositeType* asArray(const llvm::DIType* type) {
  const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
  return composite != nullptr && composite->getTag() == dwarf::DW_TAG_array_type ? composite
                                                                                 : nullptr;
}

std::int64_t sizeInBytes(const llvm::DIType* type) {
  return type == nullptr ? 0 : static_cast<std::int64_t>(type->getSizeInBits() / kBitsPerByte);
}

// The member or base class of `type` that holds byte `offset`; in a union the first one of `size`.
const llvm::DIDerivedType* memberAt(const llvm::DICompositeType* type,
                                    std::int64_t offset,
                                    std::uint64_t size,
                                    const TypeIndex& types) {
  const llvm::DIDerivedType* best = nullptr;
  for (const llvm::DINode* element : type->getElements()) {
    const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element);
    if (member == nullptr || member->isStaticMember() || member->isVirtual())
      continue;
    if (member->getTag() != dwarf::DW_TAG_member && member->getTag() != dwarf::DW_TAG_inheritance)
      continue;
    auto start = static_cast<std::int64_t>(member->getOffsetInBits() / kBitsPerByte);
    std::uint64_t bits = member->getSizeInBits();
    if (bits == 0)
      bits = plainType(member, types) == nullptr ? 0 : plainType(member, types)->getSizeInBits();
    auto length = static_cast<std::int64_t>((bits + kBitsPerByte - 1) / kBitsPerByte);
    if (offset < start || offset >= start + length)
      continue;
    // An empty base shares its byte with the first member.
    bool isEmptyBase = member->getTag() == dwarf::DW_TAG_inheritance && length == 1 && size > 1;
    if (isEmptyBase)
      continue;
    if (static_cast<std::uint64_t>(length) == size)
      return member;
    if (best == nullptr)
      best = member;
  }
  return best;
}

bool isHandleType(const llvm::DIType* type) {
  llvm::StringRef name = type->getName();
  return llvm::any_of(
      llvm::ArrayRef<llvm::StringRef>{
          "unique_ptr<", "shared_ptr<", "weak_ptr<", "atomic<", "reference_wrapper<", "optional<"},
      [&](llvm::StringRef prefix) { return name.starts_with(prefix); });
}

} // namespace

const llvm::DIType* plainType(const llvm::DIType* type, const TypeIndex& types) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    if (!isTransparent(derived->getTag()) && derived->getTag() != dwarf::DW_TAG_member &&
        derived->getTag() != dwarf::DW_TAG_inheritance)
      return type;
    type = derived->getBaseType();
  }
  if (const llvm::DICompositeType* composite = asClass(type))
    return types.complete(composite);
  return type;
}

bool isReference(const llvm::DIType* type, const TypeIndex& types) {
  const llvm::DIType* plain = plainType(type, types);
  return plain != nullptr && (plain->getTag() == dwarf::DW_TAG_reference_type ||
                              plain->getTag() == dwarf::DW_TAG_rvalue_reference_type);
}

const llvm::DIType* pointee(const llvm::DIType* type, const TypeIndex& types) {
  const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(plainType(type, types));
  if (derived == nullptr ||
      (derived->getTag() != dwarf::DW_TAG_pointer_type && !isReference(derived, types)))
    return nullptr;
  return derived->getBaseType();
}

void SourceObject::appendMember(llvm::StringRef name) {
  if (form_ == Form::Library || name.empty())
    return;
  if (name.starts_with("_vptr"))
    name = "vptr";
  if (text_.empty() || (form_ == Form::Pointer && text_ == "this"))
    text_ = name.str();
  else
    text_ += (form_ == Form::Pointer ? "->" : ".") + name.str();
  form_ = Form::Object;
}

void SourceObject::noticeLibrary(const TypeIndex& types) {
  const llvm::DICompositeType* type = asClass(plainType(type_, types));
  if (!hidesLibrary_ || form_ == Form::Library || text_.empty() || type == nullptr ||
      !isLibraryFile(type->getFile()))
    return;
  text_ = spell();
  form_ = Form::Library;
  isHandle_ = isHandleType(type);
}

bool SourceObject::enterMember(std::uint64_t size, const TypeIndex& types) {
  const llvm::DICompositeType* composite = asClass(plainType(type_, types));
  if (composite == nullptr)
    return false;
  const llvm::DIDerivedType* member = memberAt(composite, offset_, size, types);
  if (member == nullptr)
    return false;
  offset_ -= static_cast<std::int64_t>(member->getOffsetInBits() / kBitsPerByte);
  if (member->getTag() == dwarf::DW_TAG_member)
    appendMember(member->getName());
  type_ = member->getBaseType();
  return true;
}

bool SourceObject::enterElement(const TypeIndex& types) {
  const llvm::DICompositeType* array = asArray(plainType(type_, types));
  if (array == nullptr)
    return false;
  const llvm::DIType* element = plainType(array->getBaseType(), types);
  std::int64_t size = sizeInBytes(element);
  if (size == 0 || offset_ < 0)
    return false;
  if (form_ != Form::Library) {
    text_ = spell() + "[" + std::to_string(offset_ / size) + "]";
    form_ = Form::Object;
  }
  type_ = element;
  offset_ %= size;
  return true;
}

void SourceObject::descend(std::uint64_t size, bool isScalar, const TypeIndex& types) {
  noticeLibrary(types);
  std::int64_t whole = sizeInBytes(plainType(type_, types));
  if (whole > 0 && (offset_ < 0 || offset_ >= whole)) {
    // Beyond the object behind a pointer: the pointer is into an array.
    if (form_ == Form::Pointer) {
      text_ += offset_ < 0 ? "[]" : "[" + std::to_string(offset_ / whole) + "]";
      form_ = Form::Object;
    } else if (!isElement_) {
      return;
    }
    offset_ = ((offset_ % whole) + whole) % whole;
  }
  for (;;) {
    const llvm::DIType* plain = plainType(type_, types);
    bool covered =
        offset_ == 0 && (size == 0 || static_cast<std::uint64_t>(sizeInBytes(plain)) <= size);
    if (covered && !isScalar)
      return;
    if (!enterMember(size, types) && !enterElement(types))
      return;
    noticeLibrary(types);
  }
}

void SourceObject::selectElement(const TypeIndex& types) {
  noticeLibrary(types);
  if (isElement_ && asArray(plainType(type_, types)) == nullptr) {
    offset_ = 0;
    return;
  }
  bool pointsIntoArray = form_ == Form::Pointer && offset_ == 0;
  while (!pointsIntoArray && asArray(plainType(type_, types)) == nullptr) {
    if (!enterMember(0, types))
      break;
    noticeLibrary(types);
  }
  if (form_ != Form::Library && !text_.empty()) {
    text_ += "[]";
    form_ = Form::Object;
  }
  if (const llvm::DICompositeType* array = asArray(plainType(type_, types)))
    type_ = array->getBaseType();
  else if (!pointsIntoArray)
    type_ = nullptr;
  offset_ = 0;
}

void SourceObject::follow(const TypeIndex& types) {
  constexpr std::uint64_t kPointerSize = 8;
  descend(kPointerSize, /*isScalar=*/true, types);
  const llvm::DIType* target = pointee(type_, types);
  isElement_ = false;
  if (form_ == Form::Library) {
    // From a container to its elements, or from a handle to what it stands for.
    bool leavesLibrary = asClass(plainType(target, types)) == nullptr ||
                         !isLibraryFile(asClass(plainType(target, types))->getFile());
    if (isHandle_ && leavesLibrary) {
      form_ = Form::Pointer;
    } else if (leavesLibrary) {
      text_ += "[]";
      form_ = Form::Object;
      isElement_ = true;
    }
  } else if (target == nullptr && !isPointer(types)) {
    text_.clear(); // somewhere inside a class whose members are not known here
  } else if (!text_.empty()) {
    text_ = spell();
    form_ = isReference(type_, types) ? Form::Object : Form::Pointer;
  }
  type_ = target;
  offset_ = 0;
}

void SourceObject::descendTo(const llvm::DIType* owner, const TypeIndex& types) {
  const llvm::DIType* wanted = plainType(owner, types);
  noticeLibrary(types);
  while (offset_ != 0 || plainType(type_, types) != wanted) {
    if (!enterMember(0, types) && !enterElement(types))
      return;
    noticeLibrary(types);
  }
}

void SourceObject::callMember(llvm::StringRef name,
                              const llvm::DIType* owner,
                              const llvm::DIType* result,
                              const TypeIndex& types) {
  SourceObject outer = *this;
  descendTo(owner, types);
  if (plainType(type_, types) != plainType(owner, types))
    *this = outer;
  std::string on = text_;
  bool viaPointer = form_ == Form::Pointer;
  form_ = isReference(result, types) ? Form::Object : Form::Pointer;
  if (on.empty()) {
    text_ = name.starts_with("operator") ? "" : name.str() + "()";
  } else if (name == "operator[]") {
    text_ = on + "[]";
  } else if (name == "operator*" || name == "operator->") {
    text_ = on;
    form_ = Form::Pointer;
  } else if (name.starts_with("operator")) {
    text_.clear();
  } else {
    bool isThis = viaPointer && on == "this";
    text_ = (isThis ? "" : on + (viaPointer ? "->" : ".")) + name.str() + "()";
  }
  type_ = pointee(result, types);
  offset_ = 0;
  isElement_ = false;
}

bool SourceObject::isPointer(const TypeIndex& types) const {
  const llvm::DIType* type = plainType(type_, types);
  return type != nullptr && offset_ == 0 && type->getTag() == dwarf::DW_TAG_pointer_type;
}

std::string SourceObject::spell() const {
  if (text_.empty() || form_ != Form::Pointer)
    return text_;
  return "*" + text_;
}

} // namespace heddle::instrument
