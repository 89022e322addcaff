// SPDX-License-Identifier: Apache-2.0
// What an address means in the source: the expression, its type, and the offset of the address in it.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>

#include <cstdint>
#include <string>

#include "instrument/type_index.h"

namespace heddle::instrument {

// A value. Empty text and null type: unknown.
class SourceObject {
public:
  // How `text` relates to the object at the address.
  enum class Form : std::uint8_t {
    Object,  // names it: `head`
    Pointer, // names a pointer to it: `p`, the object is `*p`
    Library, // names the library object that owns it: `queue_` for a node inside a std::deque
  };

  SourceObject() = default;
  SourceObject(std::string text, const llvm::DIType* type, Form form)
      : text_(std::move(text)), type_(type), form_(form) {}

  // Names of library internals are kept only where the code itself is library code.
  void hideLibraryInternals(bool hide) { hidesLibrary_ = hide; }
  bool isUnknown() const { return text_.empty() && type_ == nullptr; }
  bool hasType() const { return type_ != nullptr; }
  void setType(const llvm::DIType* type) { type_ = type; }

  void moveBy(std::int64_t bytes) { offset_ += bytes; }

  // The object at the current offset, as deep as an access of `size` bytes suggests (0: unknown,
  // outermost). Scalar accesses descend to a member that is not a class.
  void descend(std::uint64_t size, bool isScalar, const TypeIndex& types);

  // The element of the array at the current offset, with an index that is only known at run time.
  void selectElement(const TypeIndex& types);

  // The object that the pointer or reference at the current offset refers to.
  void follow(const TypeIndex& types);

  // The result of calling the member function `name` of class `owner`, which returns `result`, on the
  // object at the current offset.
  void callMember(llvm::StringRef name,
                  const llvm::DIType* owner,
                  const llvm::DIType* result,
                  const TypeIndex& types);

  // The expression for reports, "" if unknown.
  std::string spell() const;
  bool isPointer(const TypeIndex& types) const;

private:
  bool enterMember(std::uint64_t size, const TypeIndex& types);
  bool enterElement(const TypeIndex& types);
  void descendTo(const llvm::DIType* owner, const TypeIndex& types);
  void appendMember(llvm::StringRef name);
  void noticeLibrary(const TypeIndex& types);

  std::string text_;
  const llvm::DIType* type_ = nullptr; // of the object at the address minus offset_
  Form form_ = Form::Object;
  std::int64_t offset_ = 0;
  bool hidesLibrary_ = false;
  bool isHandle_ = false;  // Library only: the owner acts like a pointer (unique_ptr, atomic<T*>)
  bool isElement_ = false; // any element of a library container, whatever is added to the address
};

// Without typedefs and qualifiers; classes completed.
const llvm::DIType* plainType(const llvm::DIType* type, const TypeIndex& types);

bool isReference(const llvm::DIType* type, const TypeIndex& types);

// What a pointer or reference type refers to; null for all others.
const llvm::DIType* pointee(const llvm::DIType* type, const TypeIndex& types);

} // namespace heddle::instrument
