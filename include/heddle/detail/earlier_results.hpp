// SPDX-License-Identifier: Apache-2.0
// Handles: results of earlier calls of a test that later calls take as arguments. Examples are a connection that a pool
// returns, or a subscription that ends when it is passed back. A call takes the last one of its lane, or else the last
// one of the prefix: both are the same in every interleaving.
#pragma once

#include <heddle/detail/calls.h>
#include <heddle/detail/writer.hpp>
#include <memory>
#include <new>
#include <type_traits>

namespace heddle::harness {

template <typename T>
inline constexpr bool isSharedPointer = false;
template <typename T>
inline constexpr bool isSharedPointer<std::shared_ptr<T>> = true;

// Handles are pointers to objects of other classes, `void*`, shared pointers, and small values of a class. Numbers and
// text are generated instead: if they were remembered, every size() would lead to its own state.
template <typename T>
constexpr bool isHandle() {
  if constexpr (std::is_pointer_v<T>) {
    using Pointee = std::remove_cv_t<std::remove_pointer_t<T>>;
    if constexpr (std::is_class_v<Pointee>)
      return !SubjectLike<Pointee>;
    return std::is_void_v<Pointee>;
  } else if constexpr (isSharedPointer<T>) {
    return !SubjectLike<std::remove_cv_t<typename T::element_type>>;
  } else {
    return std::is_class_v<T> && std::is_trivially_copyable_v<T> &&
           std::is_copy_constructible_v<T> && std::is_copy_assignable_v<T> &&
           std::is_default_constructible_v<T> && !Iterator<T> && !SubjectLike<T>;
  }
}

template <typename T>
constexpr bool comesBack() {
  if constexpr (isReturned<T>)
    return isHandle<T>();
  return false;
}

// Never destroyed: a client may keep a handle for as long as it likes.
template <typename T>
struct EarlierResult {
  bool present;
  alignas(T) unsigned char storage[sizeof(T)];

  T& value() { return *std::launder(reinterpret_cast<T*>(storage)); }
};
template <typename T>
inline EarlierResult<T> earlierResults[abi::kLanes];

template <typename T>
void remember(const T& result, const Scene& scene) {
  EarlierResult<T>& place = earlierResults<T>[scene.lane];
  if (place.present)
    place.value() = result;
  else
    ::new (static_cast<void*>(place.storage)) T(result);
  place.present = true;
}

template <typename T>
T recall(Scene& scene) {
  for (unsigned lane : {scene.lane, abi::kPrefixLane})
    if (earlierResults<T>[lane].present)
      return earlierResults<T>[lane].value();
  scene.refused = true;
  return T();
}

// `$[T]`, which codegen replaces by the variable that holds the result.
template <typename T>
HEDDLE_UNHOOKED void putEarlier(TextBuffer& out) {
  out.put("$[");
  putType<T>(out);
  out.put(']');
}

} // namespace heddle::harness
