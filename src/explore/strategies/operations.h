// SPDX-License-Identifier: Apache-2.0
// What strategies need to know about the operations that threads are about to do.
#pragma once

#include "runtime/runtime.h"

namespace heddle::explore {

// Whether no other thread can see the operation or be affected by it: there is nothing to choose before it.
inline bool isLocal(runtime::EventKind kind) {
  using runtime::EventKind;
  switch (kind) {
  case EventKind::ThreadStart:
  case EventKind::ThreadCreate:
  case EventKind::ThreadJoin:
  case EventKind::Woken:
  case EventKind::Yield:
  case EventKind::Fence:
  case EventKind::CallBegin:
    return true;
  default:
    return false;
  }
}

// Whether the operation waits for a lock and then holds it.
inline bool takesLock(runtime::EventKind kind) {
  return kind == runtime::EventKind::Lock || kind == runtime::EventKind::LockShared;
}

} // namespace heddle::explore
