// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle::runtime {

// The current thread is about to block: checks for a cycle of threads that each wait for what the next one holds.
// A cycle is found immediately, even while other threads could still run.
void judgeBlocking();

// No thread can ever run again.
[[noreturn]] void judgeAllBlocked();

} // namespace heddle::runtime
