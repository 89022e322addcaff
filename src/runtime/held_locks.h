// SPDX-License-Identifier: Apache-2.0
// The holders of locks: for deadlock detection, lock misuse and reports. The lock's own state decides whether it
// can be taken; this is additional bookkeeping.
#pragma once

#include "runtime/state.h"

namespace heddle::runtime {

void noteLocked(const void* lock, bool shared = false);
void noteUnlocked(const void* lock);
bool holdsLock(ThreadId thread, std::uintptr_t lock);

} // namespace heddle::runtime
