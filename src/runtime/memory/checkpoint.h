// SPDX-License-Identifier: Apache-2.0
// Checkpoints in the middle of an execution: copies of the whole world (world.h) in numbered slots.
#pragma once

namespace heddle::runtime {

// Restores everything to the state in which the slot was saved (saveCheckpoint in runtime.h).
void readCheckpoint(unsigned slot);

unsigned takeCheckpointSlot();
void freeCheckpointSlot(unsigned slot);
void forgetCheckpoints(); // and all slots are free

} // namespace heddle::runtime
