// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/system/message_arguments.h"

namespace heddle::runtime {

// For releases() in runtime.h.
void noteRelease(std::uintptr_t address, std::size_t size);

// Memory goes away: no lock in it may be held. `message` says how it went.
void judgeLocksIn(std::uintptr_t address, std::size_t size, MessageId message);

// pthread_*_destroy of a lock that is held.
void judgeDestroyed(const void* lock);

// Unlock by a thread that does not hold the lock.
[[noreturn]] void failNotOwner(const void* lock);

} // namespace heddle::runtime
