// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

// Memory ends its life: no lock in it may be held. `how` completes "a mutex is locked while its memory has ...".
void judgeLocksIn(std::uintptr_t address, std::size_t size, const char* how);

// pthread_*_destroy of a lock that is held.
void judgeDestroyed(const void* lock);

// Unlock by a thread that does not hold the lock.
[[noreturn]] void failNotOwner(const void* lock);

} // namespace heddle::runtime
