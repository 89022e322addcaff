// SPDX-License-Identifier: Apache-2.0
// Exceptions are thrown by libstdc++.so: report the throwing code to the engine, then call the original. An exception
// that leaves a call of a class is caught after the call, where the stack is gone.
#include <typeinfo>

using ThrowFunction = void(void* object, std::type_info* type, void (*destroy)(void*));
extern "C" ThrowFunction* heddle_rt_throwing();

extern "C" __attribute__((disable_sanitizer_instrumentation)) void
__cxa_throw(void* object, std::type_info* type, void (*destroy)(void*)) {
  heddle_rt_throwing()(object, type, destroy);
  __builtin_unreachable();
}
