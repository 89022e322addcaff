// SPDX-License-Identifier: Apache-2.0
// The only header that a user of `heddle check` may include, to say more than the code itself does:
//
//   HEDDLE_VALUES(std::string, "GET", "POST");          // more values for arguments of this type
//   HEDDLE_INVARIANT(Queue<int>, self.size() <= 4);     // must hold whenever no call is running
//   HEDDLE_IGNORE(Queue::unsafeSize);                   // all overloads of this name are left out
//
// Write them at namespace scope, after the class in the checked header itself, or in a separate header that
// is given with `heddle check --values FILE` (it is included after the checked one). A type that contains a
// comma needs an alias first. In all builds other than heddle's own they have no effect.
#pragma once

#ifdef HEDDLE_HARNESS

#include <heddle/detail/hints.hpp>

#define HEDDLE_VALUES(Type, ...)                                                                   \
  HEDDLE_DETAIL_VALUES(HEDDLE_DETAIL_JOIN(heddle_values_, __COUNTER__), Type, __VA_ARGS__)
#define HEDDLE_INVARIANT(Class, ...)                                                               \
  HEDDLE_DETAIL_INVARIANT(HEDDLE_DETAIL_JOIN(heddle_invariant_, __COUNTER__), Class, __VA_ARGS__)
#define HEDDLE_IGNORE(...)                                                                         \
  HEDDLE_DETAIL_IGNORE(HEDDLE_DETAIL_JOIN(heddle_ignore_, __COUNTER__), __VA_ARGS__)

#else

#define HEDDLE_VALUES(Type, ...) static_assert(true, "")
#define HEDDLE_INVARIANT(Class, ...) static_assert(true, "")
#define HEDDLE_IGNORE(...) static_assert(true, "")

#endif
