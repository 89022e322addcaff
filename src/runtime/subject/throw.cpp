// SPDX-License-Identifier: Apache-2.0
// Exceptions are thrown by libstdc++.so: tell the engine where from, then go on to the original. What leaves a call of a class
// is caught behind it, where the stack is gone.
#include <cxxabi.h>
#include <dlfcn.h>

extern "C" void heddle_rt_throwing();

extern "C" __attribute__((disable_sanitizer_instrumentation)) void
__cxa_throw(void* object, std::type_info* type, void (*destroy)(void*)) {
  using Throw = void (*)(void*, std::type_info*, void (*)(void*));
  heddle_rt_throwing();
  reinterpret_cast<Throw>(dlsym(RTLD_NEXT, "__cxa_throw"))(object, type, destroy);
  __builtin_unreachable();
}
