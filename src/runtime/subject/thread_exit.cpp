// SPDX-License-Identifier: Apache-2.0
// pthread_exit in the subject's own C++: unwinds the thread's stack, so that destructors run as with glibc, and
// then leaves the thread.
#include <cstring>
#include <pthread.h>
#include <unwind.h>

extern "C" [[noreturn]] void heddle_rt_exit_thread(void* result);

namespace {

_Unwind_Reason_Code stopAtEnd(int,
                              _Unwind_Action actions,
                              _Unwind_Exception_Class,
                              _Unwind_Exception*,
                              _Unwind_Context*,
                              void* result) {
  if ((actions & _UA_END_OF_STACK) != 0)
    heddle_rt_exit_thread(result);
  return _URC_NO_REASON;
}

} // namespace

extern "C" __attribute__((disable_sanitizer_instrumentation)) void pthread_exit(void* result) {
  static thread_local _Unwind_Exception exception;
  std::memset(&exception, 0, sizeof exception);
  _Unwind_ForcedUnwind(&exception, stopAtEnd, result);
  heddle_rt_exit_thread(result); // no unwind tables on the way: leave without destructors
}

extern "C" __attribute__((disable_sanitizer_instrumentation)) void thrd_exit(int result) {
  pthread_exit(reinterpret_cast<void*>(static_cast<long>(result)));
}
