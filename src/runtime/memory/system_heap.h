// SPDX-License-Identifier: Apache-2.0
// The heap for everything except the subject: libc, the dynamic linker, the engine itself. It is not part
// of any snapshot. Powers of two with free lists; one OS thread, so no locks.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

void* systemAllocate(std::size_t bytes, std::size_t alignment);
void systemFree(void* block);
std::size_t systemSize(const void* block);
bool isInSystemHeap(const void* address);

} // namespace heddle::runtime
