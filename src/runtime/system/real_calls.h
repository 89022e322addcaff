// SPDX-License-Identifier: Apache-2.0
// Ways around our own interposition: raw system calls, and libc's original functions.
#pragma once

#include <dlfcn.h>

// The filter of system calls allows everything from here (system_calls.S).
extern "C" long heddle_rt_system_call(long number, long a, long b, long c, long d, long e, long f);

namespace heddle::runtime {

// NOLINTNEXTLINE(readability-function-size): a system call has that many arguments
inline long
rawSyscall(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) {
  return heddle_rt_system_call(number, a, b, c, d, e, f);
}

// The next definition of `name` after the engine, i.e. libc's or libstdc++'s.
template <typename Function>
Function* realFunction(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

} // namespace heddle::runtime

// Exported under its C name so that it is found before libc's and libstdc++'s definition.
#define HEDDLE_INTERPOSE extern "C" __attribute__((visibility("default")))
#define HEDDLE_LIKELY(x) __builtin_expect(!!(x), 1)
#define HEDDLE_UNLIKELY(x) __builtin_expect(!!(x), 0)
