// SPDX-License-Identifier: Apache-2.0
// For reference counts inside libstdc++.so that the race detector cannot see (subject/exception_ptr.cpp): a thread that
// drops a reference happens before the thread that drops the last one.
#include "runtime/races/race_detector.h"
#include "runtime/state.h"
#include "runtime/system/real_calls.h"

HEDDLE_INTERPOSE void heddle_rt_synchronise(const void* object) {
  if (!heddle::runtime::engine.inSubject || object == nullptr)
    return;
  heddle::runtime::release(object);
  heddle::runtime::acquire(object);
}
