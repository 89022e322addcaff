// SPDX-License-Identifier: Apache-2.0
// Derives from a crash report what to search for: the class under test, the crashing method, the point of failure
// (ConCrash, section 2), and methods that may interfere.
//
// The class, if it is not given: a stack does not tell which class is meant to be thread-safe, nor which scope is a
// class and which a namespace. So each scope of a user's frame in the crashing stack is judged:
//   1. A scope that is also in another stack of the report (the free, the previous write, another thread that waits
//      for a lock) comes before one that is not: what two threads use is the shared object.
//   2. Then a scope known to be a class (gdb's `this`, a const method, a constructor, operator or template) before others,
//      and a name with a capital letter before one without.
//   3. Then the innermost: the class that fails, not the one that uses it.
// The others are kept as alternatives, in case the user must choose.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "crash/function_name.h"
#include "model/crash_stack.h"
#include "support/result.h"

namespace heddle::crash {

// How the crashing stack reaches the class.
enum class Reach : unsigned char {
  Method,      // other code calls a method of the class
  ThreadStart, // a thread begins with the method: perhaps a thread that the class owns; the method may not be public
  Inside, // no frame of a method: only lambdas, local or nested classes of the class (its own thread or callback)
};

struct InterferingMethod {
  model::StackRole role = model::StackRole::OtherThread;
  FunctionName method;
  std::size_t stack = 0; // index into CrashReport::stacks
  std::size_t frame = 0; // the outermost of the class in it
};

struct CrashTarget {
  std::string className;      // "shop::Ring", with the namespaces of the stack
  std::string classArguments; // "<int, 7>"; "" when no frame has them
  Reach reach = Reach::Method;
  FunctionName method;          // the crashing method; Inside: the method that contains the lambda
  std::size_t methodFrame = 0;  // index into stacks[0].frames: the outermost frame of the class
  std::size_t failureFrame = 0; // index into stacks[0].frames: the point of failure
  // An exception was stopped by `noexcept` after it had left the functions below: which line of the point of failure, or
  // of a function that it calls, threw it is not known.
  bool isUnwound = false;
  // Methods on the other stacks, in the order in which they are worth trying: the free, the previous access, threads
  // that wait for locks, the allocation, others, the creation of the mutex or the thread. Without duplicates.
  std::vector<InterferingMethod> interfering;
  std::vector<std::string> alternatives; // other classes on the stack, best first
};

// Scopes of the user's frames that may be the class under test, best first.
std::vector<std::string> candidateClasses(const model::CrashReport& report);

// `classNames`: the class under test and, after it, classes it inherits methods from; empty: inferred. An error says
// what is missing: no frame with a name, no frame of that class.
Result<CrashTarget> inferTarget(const model::CrashReport& report,
                                const std::vector<std::string>& classNames);

} // namespace heddle::crash
