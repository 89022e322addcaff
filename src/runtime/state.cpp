// SPDX-License-Identifier: Apache-2.0
#include "runtime/state.h"

#include <cstring>

#include "runtime/system/raw_output.h"

namespace heddle::runtime {

// No static constructors in this folder: the first allocation of the process happens before they would run.
constinit Execution exec{};
constinit Fiber fibers[kMaxThreads]{};
constinit PendingOperation pendingOperations[kMaxThreads]{};
constinit Engine engine{};

void* scratchAllocate(std::size_t bytes) {
  bytes = roundUp(bytes, 16);
  HEDDLE_RT_CHECK(exec.scratchUsed + bytes <= kScratchBytes);
  void* memory = reinterpret_cast<void*>(kScratch + exec.scratchUsed);
  exec.scratchUsed += bytes;
  std::memset(memory, 0, bytes);
  return memory;
}

} // namespace heddle::runtime
