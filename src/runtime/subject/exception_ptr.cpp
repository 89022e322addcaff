// SPDX-License-Identifier: Apache-2.0
// std::exception_ptr counts references inside libstdc++.so, where the race detector cannot see them: report the
// operation, then call the original.
#include <dlfcn.h>

extern "C" void heddle_rt_synchronise(const void* object);

namespace {

using Method = void (*)(void** self); // exception_ptr holds one pointer, to the thrown object

[[gnu::always_inline]] inline void forward(void** self, const char* name) {
  heddle_rt_synchronise(*self);
  reinterpret_cast<Method>(dlsym(RTLD_NEXT, name))(self);
}

} // namespace

extern "C" void heddle_subject_exception_release(void** self) asm(
    "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv");
extern "C" __attribute__((disable_sanitizer_instrumentation)) void
heddle_subject_exception_release(void** self) {
  forward(self, "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv");
}

extern "C" void heddle_subject_exception_addref(void** self) asm(
    "_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv");
extern "C" __attribute__((disable_sanitizer_instrumentation)) void
heddle_subject_exception_addref(void** self) {
  forward(self, "_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv");
}
