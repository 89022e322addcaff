// SPDX-License-Identifier: Apache-2.0
// The only header that a user of `heddle check` may include, to say more than the code itself does:
//
//   HEDDLE_VALUES(std::string, "GET", "POST");          // more values for arguments of this type
//   HEDDLE_INVARIANT(Queue<int>, self.size() <= 4);     // must hold whenever no call is running
//
// Contracts, which no test breaks. A method is named with its class, and all its overloads are meant:
//
//   HEDDLE_IGNORE(Queue::unsafeSize);                   // never called
//   HEDDLE_IGNORE_PAIR(Queue::push, Queue::clear);      // never called at the same time: the pair is not tested
//   HEDDLE_NOT_TOGETHER(Queue::push, Queue::clear);     // no two different ones run at the same time
//   HEDDLE_ONE_THREAD(Queue::push, Queue::emplace);     // one thread at a time calls methods of this group
//   HEDDLE_BEFORE(Queue::reserve);                      // called only before the concurrent part
//   HEDDLE_AFTER(Queue::drain);                         // called only after it
//   HEDDLE_ALONE(Queue::dump);                          // called only before and after it
//   HEDDLE_MAY_FAIL(Queue::tryPop);                     // may return false, null or nothing without a reason
//   HEDDLE_MAY_FAIL(Queue::indexOf, -1);                // may return -1 without a reason
//
// Write them at namespace scope, after the class in the checked header itself, or in a separate header that
// is given with `heddle check --values FILE` (it is included after the checked one). A name that does not exist is an error. Aliases
// of the class will do. A type of HEDDLE_VALUES, HEDDLE_INVARIANT or HEDDLE_MAY_FAIL that contains a comma needs one. In all builds
// other than heddle's own these macros have no effect.
#pragma once

#ifdef HEDDLE_HARNESS

#include <heddle/detail/hints.hpp>

#define HEDDLE_VALUES(Type, ...)                                                                   \
  HEDDLE_DETAIL_VALUES(HEDDLE_DETAIL_JOIN(heddle_values_, __COUNTER__), Type, __VA_ARGS__)
#define HEDDLE_INVARIANT(Class, ...)                                                               \
  HEDDLE_DETAIL_INVARIANT(HEDDLE_DETAIL_JOIN(heddle_invariant_, __COUNTER__), Class, __VA_ARGS__)
#define HEDDLE_IGNORE(...)                                                                         \
  HEDDLE_DETAIL_CONTRACT(HEDDLE_DETAIL_JOIN(heddle_ignore_, __COUNTER__), __VA_ARGS__)
#define HEDDLE_IGNORE_PAIR(...)                                                                    \
  HEDDLE_DETAIL_CONTRACT(HEDDLE_DETAIL_JOIN(heddle_ignore_pair_, __COUNTER__), __VA_ARGS__)
#define HEDDLE_NOT_TOGETHER(...)                                                                   \
  HEDDLE_DETAIL_CONTRACT(HEDDLE_DETAIL_JOIN(heddle_not_together_, __COUNTER__), __VA_ARGS__)
#define HEDDLE_ONE_THREAD(...)                                                                     \
  HEDDLE_DETAIL_CONTRACT(HEDDLE_DETAIL_JOIN(heddle_one_thread_, __COUNTER__), __VA_ARGS__)
#define HEDDLE_BEFORE(...)                                                                         \
  HEDDLE_DETAIL_CONTRACT(HEDDLE_DETAIL_JOIN(heddle_before_, __COUNTER__), __VA_ARGS__)
#define HEDDLE_AFTER(...)                                                                          \
  HEDDLE_DETAIL_CONTRACT(HEDDLE_DETAIL_JOIN(heddle_after_, __COUNTER__), __VA_ARGS__)
#define HEDDLE_ALONE(...)                                                                          \
  HEDDLE_DETAIL_CONTRACT(HEDDLE_DETAIL_JOIN(heddle_alone_, __COUNTER__), __VA_ARGS__)
#define HEDDLE_MAY_FAIL(...)                                                                       \
  HEDDLE_DETAIL_MAY_FAIL(HEDDLE_DETAIL_JOIN(heddle_may_fail_, __COUNTER__), __VA_ARGS__)

#else

#define HEDDLE_VALUES(Type, ...) static_assert(true, "")
#define HEDDLE_INVARIANT(Class, ...) static_assert(true, "")
#define HEDDLE_IGNORE(...) static_assert(true, "")
#define HEDDLE_IGNORE_PAIR(...) static_assert(true, "")
#define HEDDLE_NOT_TOGETHER(...) static_assert(true, "")
#define HEDDLE_ONE_THREAD(...) static_assert(true, "")
#define HEDDLE_BEFORE(...) static_assert(true, "")
#define HEDDLE_AFTER(...) static_assert(true, "")
#define HEDDLE_ALONE(...) static_assert(true, "")
#define HEDDLE_MAY_FAIL(...) static_assert(true, "")

#endif
