// SPDX-License-Identifier: Apache-2.0
// Classes of two methods whose tests can be counted by hand. Operation 0 is the constructor.
#pragma once

#include "simulated_class.h"

namespace heddle::explore::inline simulation {

inline constexpr std::uint16_t kConstructor = 0;
inline constexpr std::uint16_t kIncrement = 1;
inline constexpr std::uint16_t kGet = 2;

inline Class counter(std::vector<Step> increment) {
  return {{{.name = "increment", .steps = std::move(increment)},
           {.name = "get", .steps = {{Op::Load, 0}}, .returns = true}}};
}
// Two increments at the same time can lose one.
inline Class losingCounter() {
  return counter({{Op::Load, 0}, {Op::StoreSum, 0, 1}});
}
inline Class atomicCounter() {
  return counter({{Op::Add, 0, 1}});
}
inline Class lockedCounter() {
  return counter({{Op::Lock, 0}, {Op::Load, 0}, {Op::StoreSum, 0, 1}, {Op::Unlock, 0}});
}

// Two methods that take the same two locks in opposite orders.
inline Class lockOrder() {
  return {
      {{.name = "ab", .steps = {{Op::Lock, 0}, {Op::Lock, 1}, {Op::Unlock, 1}, {Op::Unlock, 0}}},
       {.name = "ba", .steps = {{Op::Lock, 1}, {Op::Lock, 0}, {Op::Unlock, 0}, {Op::Unlock, 1}}}}};
}

// While `change` runs, and only then, `look` throws.
inline Class briefState() {
  return {{{.name = "change", .steps = {{Op::Store, 0, 1}, {Op::Store, 0, 0}}},
           {.name = "look", .steps = {{Op::Load, 0}, {Op::SkipUnless, 0, 1}, {Op::Throw}}}}};
}

} // namespace heddle::explore::inline simulation
