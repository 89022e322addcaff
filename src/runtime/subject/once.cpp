// SPDX-License-Identifier: Apache-2.0
// pthread_once in the subject's own C++: if the initialiser throws, the exception must reset the control word,
// and only the subject's libstdc++ can catch it.
#include <pthread.h>

extern "C" bool heddle_rt_once_begin(void* control);
extern "C" void heddle_rt_once_end(void* control, bool succeeded);

extern "C" __attribute__((disable_sanitizer_instrumentation)) int
pthread_once(pthread_once_t* control, void (*initialise)()) {
  if (!heddle_rt_once_begin(control))
    return 0;
  try {
    initialise();
  } catch (...) {
    heddle_rt_once_end(control, false);
    throw;
  }
  heddle_rt_once_end(control, true);
  return 0;
}

// C11's name for the same.
extern "C" __attribute__((disable_sanitizer_instrumentation)) void
call_once(pthread_once_t* control, void (*initialise)()) {
  pthread_once(control, initialise);
}
