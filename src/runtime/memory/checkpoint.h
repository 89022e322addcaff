// SPDX-License-Identifier: Apache-2.0
// Checkpoints in mid-execution: copies of the whole world (world.h) in numbered slots.
#pragma once

namespace heddle::runtime {

// Puts everything back to what it was where the slot was saved (saveCheckpoint in runtime.h).
void readCheckpoint(unsigned slot);

unsigned takeCheckpointSlot();
void freeCheckpointSlot(unsigned slot);
void forgetCheckpoints(); // and all slots are free

} // namespace heddle::runtime
