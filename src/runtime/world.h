// SPDX-License-Identifier: Apache-2.0
// The world is all memory that an execution can change: data of the subject and of its libraries, arena, stacks with
// thread-local storage, and the runtime's own `exec`, `fibers`, scratch and race cells. It is restored before each
// execution, either to its start (here) or to a checkpoint (checkpoint.h). Restoring is memcpy: page tricks (fork,
// copy-on-write, dirty tracking) were measured and cost more below several megabytes
// (docs/adr/0003-restore-by-copy.md).
#pragma once

#include "runtime/state.h"

namespace heddle::runtime {

// Keeps the current state as the one from which every execution starts.
void keepWorldAsBase();
// Restores everything to the base state.
void restoreBase();

} // namespace heddle::runtime
