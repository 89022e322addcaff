// SPDX-License-Identifier: Apache-2.0
// The result of a call, folded into one number and a short text. The overloads of fold read the returned
// value with hooks, after the call has returned: parts of it may still be shared with the object. What Folder does with
// the values that were read does not produce events. Results that are references are not read here, see foldReference
// in thunk.hpp.
//
// Addresses are not folded, and raw pointers are not followed: what they point to may be dead or not
// terminated. A value of an unknown class, an iterator or a future is not comparable.
#pragma once

#include <atomic>
#include <chrono>
#include <cstring>
#include <functional>
#include <heddle/detail/calls.h>
#include <heddle/detail/given.hpp>
#include <heddle/detail/writer.hpp>
#include <memory>
#include <optional>
#include <ranges>
#include <string_view>
#include <system_error>
#include <tuple>
#include <variant>

namespace heddle::harness {

// The number of elements of a container, and of bytes of a string, that are folded.
inline constexpr unsigned kMostElements = 16;
inline constexpr std::size_t kMostBytes = 256;

class Folder {
public:
  HEDDLE_UNHOOKED explicit Folder(abi::CallResult& result)
      : result_(result), text_(result.text, sizeof result.text) {
    result_.comparable = true;
    result_.value = 0xcbf29ce484222325u;
  }

  HEDDLE_UNHOOKED TextBuffer& text() { return text_; }
  HEDDLE_UNHOOKED void mix(std::uint64_t number) {
    result_.value = (result_.value ^ number) * 0x9e3779b97f4a7c15u;
    result_.value ^= result_.value >> 29;
  }
  HEDDLE_UNHOOKED void bytes(const char* data, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i)
      mix(static_cast<unsigned char>(data[i]));
  }
  // Separates the value of an output parameter from the returned value.
  HEDDLE_UNHOOKED void nameOutput(std::string_view prefix, std::string_view name) {
    if (text_.length() > 0)
      text_.put(", ");
    text_.put(prefix);
    text_.put(name);
    text_.put(" = ");
  }
  HEDDLE_UNHOOKED void giveUp(bool gaveUp) { result_.gaveUp = gaveUp; }
  HEDDLE_UNHOOKED void incomparable() { result_.comparable = false; }
  HEDDLE_UNHOOKED std::uint64_t value() const { return result_.value; }
  HEDDLE_UNHOOKED void restart(std::uint64_t value) { result_.value = value; }

private:
  abi::CallResult& result_;
  TextBuffer text_;
};

template <typename T>
void fold(Folder& folder, const T& value, const Scene& scene);

// ---- numbers, passed by value, so that reading them is an event and folding them is not

HEDDLE_UNHOOKED inline void foldBool(Folder& folder, bool value) {
  folder.mix(value ? 1 : 2);
  folder.text().put(value ? "true" : "false");
}

template <typename T>
HEDDLE_UNHOOKED void foldInteger(Folder& folder, T value) {
  folder.mix(static_cast<std::uint64_t>(value));
  if constexpr (std::is_same_v<T, char>) {
    folder.text().put('\'');
    putEscaped(folder.text(), value, '\'');
    folder.text().put('\'');
  } else if constexpr (std::is_signed_v<T>) {
    folder.text().putSigned(value);
  } else {
    folder.text().putUnsigned(value);
  }
}

HEDDLE_UNHOOKED inline void foldReal(Folder& folder, double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  folder.mix(bits);
  folder.text().putReal(value);
}

template <typename T>
HEDDLE_UNHOOKED void foldEnum(Folder& folder, T value) {
  folder.mix(static_cast<std::uint64_t>(value));
  if constexpr (Enumerators<T>::count > 0)
    for (unsigned i = 0; i < Enumerators<T>::count; ++i)
      if (Enumerators<T>::values[i] == value)
        return folder.text().put(Enumerators<T>::names[i]);
  folder.text().putSigned(static_cast<long long>(value));
}

HEDDLE_UNHOOKED inline void foldNull(Folder& folder, bool isNull) {
  folder.mix(isNull ? 3 : 4);
  folder.text().put(isNull ? "nullptr" : "a pointer");
}

HEDDLE_UNHOOKED inline void foldChunk(Folder& folder, const char* copy, std::size_t size) {
  folder.bytes(copy, size);
  for (std::size_t i = 0; i < size; ++i)
    putEscaped(folder.text(), copy[i], '"');
}

// The bytes are copied by memcpy, one checked access for all of them.
inline void foldText(Folder& folder, const char* data, std::size_t size) {
  char copy[kMostBytes];
  const std::size_t part = size < kMostBytes ? size : kMostBytes;
  std::memcpy(copy, data, part);
  folder.mix(size);
  folder.text().put('"');
  foldChunk(folder, copy, part);
  folder.text().put('"');
}

// ---- compounds

template <typename T>
concept TextLike = std::is_same_v<T, std::string> || std::is_same_v<T, std::string_view>;

template <typename T>
concept Unordered = requires { typename T::hasher; };

// A container that owns its elements, not a view of the elements of another one.
template <typename T>
concept OwningRange =
    std::is_class_v<T> && std::ranges::range<const T> && requires(const T& range) {
      typename T::value_type;
      range.size();
    } && !std::ranges::view<T> && std::is_copy_constructible_v<typename T::value_type>;

template <typename T>
void foldRange(Folder& folder, const T& range, const Scene& scene) {
  folder.text().put('{');
  folder.mix(range.size());
  unsigned index = 0;
  const std::uint64_t start = folder.value();
  std::uint64_t sum = start;
  for (const auto& element : range) {
    if (index == kMostElements)
      break;
    if (index++ > 0)
      folder.text().put(", ");
    // Equal sets may be stored in different orders.
    if (Unordered<T>)
      folder.restart(start);
    fold(folder, element, scene);
    sum += folder.value();
  }
  if (Unordered<T>)
    folder.restart(sum);
  folder.text().put('}');
}

template <typename... T>
void foldParts(Folder& folder, const Scene& scene, const T&... parts) {
  folder.text().put('{');
  unsigned index = 0;
  ((index++ > 0 ? folder.text().put(", ") : void(), fold(folder, parts, scene)), ...);
  folder.text().put('}');
}

template <typename T>
void foldPointee(Folder& folder, const T& pointer, const Scene& scene) {
  using Target = typename T::element_type;
  if (pointer == nullptr)
    return foldNull(folder, true);
  folder.mix(4);
  if constexpr (std::is_arithmetic_v<Target> || TextLike<std::remove_cv_t<Target>>)
    fold(folder, *pointer, scene);
  else
    folder.text().put("a pointer");
}

template <typename T>
HEDDLE_UNHOOKED void foldIdentity(Folder& folder, const T* object, const Scene& scene) {
  const auto at = [&](unsigned index) {
    return static_cast<const T*>(static_cast<typename Given<T>::Subject*>(scene.objects[index]));
  };
  for (unsigned i = 0; i < abi::kMaxObjects; ++i)
    if (scene.objects[i] != nullptr && at(i) == object) {
      folder.mix(16 + i);
      return folder.text().put(i == scene.receiver ? "the object" : "the peer");
    }
  folder.incomparable();
}

template <typename T>
HEDDLE_UNHOOKED void foldSubjectPointer(Folder& folder, const T* pointer, const Scene& scene) {
  if (pointer == nullptr)
    return foldNull(folder, true);
  folder.text().put('&');
  foldIdentity<T>(folder, pointer, scene);
}

template <typename... T>
void foldKnown(Folder& folder, const std::tuple<T...>& value, const Scene& scene) {
  std::apply([&](const auto&... parts) { foldParts(folder, scene, parts...); }, value);
}
template <typename A, typename B>
void foldKnown(Folder& folder, const std::pair<A, B>& value, const Scene& scene) {
  foldParts(folder, scene, value.first, value.second);
}
template <typename T>
void foldKnown(Folder& folder, const std::optional<T>& value, const Scene& scene) {
  folder.mix(value.has_value() ? 5 : 6);
  if (value.has_value())
    fold(folder, *value, scene);
  else
    folder.text().put("nullopt");
}
template <typename... T>
void foldKnown(Folder& folder, const std::variant<T...>& value, const Scene& scene) {
  folder.mix(value.index());
  std::visit([&](const auto& part) { fold(folder, part, scene); }, value);
}
template <typename T, typename D>
void foldKnown(Folder& folder, const std::unique_ptr<T, D>& value, const Scene& scene) {
  foldPointee(folder, value, scene);
}
template <typename T>
void foldKnown(Folder& folder, const std::shared_ptr<T>& value, const Scene& scene) {
  foldPointee(folder, value, scene);
}
template <typename T>
void foldKnown(Folder& folder, const std::weak_ptr<T>& value, const Scene&) {
  foldNull(folder, value.expired());
}
template <typename T>
void foldKnown(Folder& folder, const std::reference_wrapper<T>& value, const Scene& scene) {
  fold(folder, value.get(), scene);
}
template <typename T>
void foldKnown(Folder& folder, const std::atomic<T>& value, const Scene& scene) {
  fold(folder, value.load(), scene);
}
template <typename Rep, typename Period>
void foldKnown(Folder& folder,
               const std::chrono::duration<Rep, Period>& value,
               const Scene& scene) {
  fold(folder, value.count(), scene);
}
template <typename C, typename D>
void foldKnown(Folder& folder, const std::chrono::time_point<C, D>& value, const Scene& scene) {
  fold(folder, value.time_since_epoch(), scene);
}
template <typename R, typename... A>
void foldKnown(Folder& folder, const std::function<R(A...)>& value, const Scene&) {
  foldNull(folder, value == nullptr);
}
inline void foldKnown(Folder& folder, const std::error_code& value, const Scene& scene) {
  fold(folder, value.value(), scene);
}
inline void foldKnown(Folder&, const std::monostate&, const Scene&) {}

template <typename T>
concept KnownToFold = requires(Folder& folder, const T& value, const Scene& scene) {
  foldKnown(folder, value, scene);
};

template <typename T>
void foldMembers(Folder& folder, const T& value, const Scene& scene) {
  std::apply([&](auto... member) { foldParts(folder, scene, value.*member...); },
             Described<T>::members);
}

template <typename T>
inline constexpr bool hasMembers =
    std::tuple_size_v<std::remove_const_t<decltype(Described<T>::members)>> > 0;

// A value class that hides its fields is read through its methods.
template <typename T>
inline constexpr bool hasObservers =
    std::is_trivially_copyable_v<T> &&
    std::tuple_size_v<std::remove_const_t<decltype(Described<T>::observers)>> > 0;

template <typename T>
void foldObservers(Folder& folder, const T& value, const Scene& scene) {
  std::apply([&](auto... observer) { foldParts(folder, scene, (value.*observer)()...); },
             Described<T>::observers);
}

template <typename T>
void fold(Folder& folder, const T& value, const Scene& scene) {
  if constexpr (std::is_same_v<T, bool>)
    foldBool(folder, value);
  else if constexpr (std::is_integral_v<T>)
    foldInteger<T>(folder, value);
  else if constexpr (std::is_floating_point_v<T>)
    foldReal(folder, static_cast<double>(value));
  else if constexpr (std::is_enum_v<T>)
    foldEnum<T>(folder, value);
  else if constexpr (std::is_pointer_v<T> &&
                     SubjectLike<std::remove_cv_t<std::remove_pointer_t<T>>>)
    foldSubjectPointer<std::remove_cv_t<std::remove_pointer_t<T>>>(folder, value, scene);
  else if constexpr (std::is_pointer_v<T> || std::is_null_pointer_v<T>)
    foldNull(folder, value == nullptr);
  else if constexpr (TextLike<T>)
    foldText(folder, value.data(), value.size());
  else if constexpr (SubjectLike<T>)
    foldIdentity<T>(folder, &value, scene);
  else if constexpr (KnownToFold<T>)
    foldKnown(folder, value, scene);
  else if constexpr (OwningRange<T>)
    foldRange(folder, value, scene);
  else if constexpr (Iterator<T>)
    folder.incomparable();
  else if constexpr (hasMembers<T>)
    foldMembers(folder, value, scene);
  else if constexpr (hasObservers<T>)
    foldObservers(folder, value, scene);
  else if constexpr (std::is_class_v<T> && requires { static_cast<bool>(value); })
    foldBool(folder, static_cast<bool>(value)); // whether a lease, a guard or a handle is one
  else
    folder.incomparable();
}

} // namespace heddle::harness
