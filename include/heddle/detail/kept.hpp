// SPDX-License-Identifier: Apache-2.0
// Results and arguments whose destructors act: a lease that gives its connection back, a subscription that ends, the last
// reference to an object. If they were destroyed at the end of their call, the call would have a second effect after it
// has returned, and no serial order of calls would explain it. So they live until all threads have been joined. A lease
// can also be destroyed by a call of its own, `~Lease()`: the last one of its lane, or else one of the prefix that no
// other lane takes.
#pragma once

#include <future>
#include <heddle/detail/calls.h>
#include <heddle/detail/given.hpp>
#include <heddle/detail/writer.hpp>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <ranges>
#include <shared_mutex>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace heddle::harness {

// ---- whose destructors act

template <typename T>
constexpr bool destructorActs() {
  if constexpr (std::is_class_v<T> && std::ranges::range<T>) {
    using Element = std::remove_cvref_t<std::ranges::range_value_t<T>>;
    if constexpr (!std::is_same_v<Element, T>)
      return Described<T>::destructorActs || destructorActs<Element>();
  }
  return Described<T>::destructorActs;
}

template <typename T>
inline constexpr bool acts = destructorActs<T>();
template <typename T>
inline constexpr bool acts<std::shared_ptr<T>> = true;
template <typename T, typename D>
inline constexpr bool acts<std::unique_ptr<T, D>> =
    !std::is_same_v<D, std::default_delete<T>> || acts<std::remove_cv_t<T>>;
template <typename T>
inline constexpr bool acts<std::unique_lock<T>> = true;
template <typename T>
inline constexpr bool acts<std::shared_lock<T>> = true;
template <typename T>
inline constexpr bool acts<std::future<T>> = true;
template <typename T>
inline constexpr bool acts<std::optional<T>> = acts<std::remove_cv_t<T>>;
template <typename A, typename B>
inline constexpr bool acts<std::pair<A, B>> =
    acts<std::remove_cv_t<A>> || acts<std::remove_cv_t<B>>;
template <typename... T>
inline constexpr bool acts<std::tuple<T...>> = (acts<std::remove_cv_t<T>> || ...);
template <typename... T>
inline constexpr bool acts<std::variant<T...>> = (acts<std::remove_cv_t<T>> || ...);

// ---- what is kept

template <typename T>
struct KeptArguments : abi::Kept {
  template <typename... A>
  HEDDLE_UNHOOKED explicit KeptArguments(const A&... arguments)
      : abi::Kept{nullptr, destroy}, value(arguments...) {}
  static void destroy(abi::Kept* kept) { delete static_cast<KeptArguments*>(kept); }

  T value;
};

// The value is constructed in place by the call that returns it.
template <typename T>
struct KeptResult : abi::Kept {
  HEDDLE_UNHOOKED KeptResult() : abi::Kept{nullptr, destroy} {}
  static void destroy(abi::Kept* kept) {
    auto* result = static_cast<KeptResult*>(kept);
    if (result->isAlive)
      result->end();
    ::operator delete(result);
  }
  HEDDLE_UNHOOKED T& value() { return *std::launder(reinterpret_cast<T*>(storage)); }
  void end() {
    markEnded();
    value().~T();
  }

  bool isAlive = false;
  alignas(T) unsigned char storage[sizeof(T)];

private:
  HEDDLE_UNHOOKED void markEnded() { isAlive = false; }
};

// ---- leases

// What a lane can still release. In the prefix there may be more than its own lanes: each lane has its own share.
template <typename T>
struct Leases {
  static constexpr unsigned kMost = 8;
  unsigned count;
  unsigned takenFromPrefix;
  KeptResult<T>* list[kMost];
};
template <typename T>
inline Leases<T> leases[abi::kLanes];

template <typename T>
HEDDLE_UNHOOKED void noteLease(KeptResult<T>* result, unsigned lane) {
  Leases<T>& own = leases<T>[lane];
  if (own.count < Leases<T>::kMost)
    own.list[own.count++] = result;
}

// Null: there is none.
template <typename T>
HEDDLE_UNHOOKED KeptResult<T>* takeLease(unsigned lane) {
  Leases<T>& own = leases<T>[lane];
  if (own.count > 0)
    return std::exchange(own.list[--own.count], nullptr); // the state is that of before
  const bool isConcurrent = lane != abi::kPrefixLane && lane != abi::kEpilogueLane;
  const Leases<T>& prefix = leases<T>[abi::kPrefixLane];
  if (!isConcurrent)
    return nullptr;
  const unsigned fromTheEnd = lane - 1 + own.takenFromPrefix * abi::kMaxLanes;
  if (fromTheEnd >= prefix.count)
    return nullptr;
  ++own.takenFromPrefix;
  return prefix.list[prefix.count - 1 - fromTheEnd];
}

} // namespace heddle::harness
