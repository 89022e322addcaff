// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pthread.h>

#include "runtime/runtime.h"

namespace heddle::runtime {

ThreadId createThread(void* (*start)(void*), void* argument, bool detached);
int joinThread(ThreadId id, void** result);
// The fiber whose pthread_self() this is, or kNoThread.
ThreadId threadOf(pthread_t handle);

// Ends the current thread with a result; destructors of thread_local objects and keys run first (entry.cpp).
[[noreturn]] void exitThread(void* result);

} // namespace heddle::runtime
