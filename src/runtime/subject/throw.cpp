// SPDX-License-Identifier: Apache-2.0
// Exceptions are thrown by libstdc++.so: tell the engine where from, then go on to the original. What leaves a call of a class
// is caught behind it, where the stack is gone.
#include <typeinfo>

using ThrowFunction = void(void* object, std::type_info* type, void (*destroy)(void*));
extern "C" ThrowFunction* heddle_rt_throwing();

extern "C" __attribute__((disable_sanitizer_instrumentation)) void
__cxa_throw(void* object, std::type_info* type, void (*destroy)(void*)) {
  heddle_rt_throwing()(object, type, destroy);
  __builtin_unreachable();
}
