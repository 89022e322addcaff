// SPDX-License-Identifier: Apache-2.0
// Ways past our own interposition: raw system calls, and libc's original functions.
#pragma once

#include <dlfcn.h>

namespace heddle::runtime {

// NOLINTNEXTLINE(readability-function-size): a system call has that many arguments
inline long
rawSyscall(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) {
  long result;
  register long r10 asm("r10") = d;
  register long r8 asm("r8") = e;
  register long r9 asm("r9") = f;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  return result;
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
