// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle::runtime {

// Current is about to block: is there now a cycle of threads each waiting for what the next one holds?
// Found at once, even while other threads could still run.
void judgeBlocking();

// Nobody can ever run again.
[[noreturn]] void judgeAllBlocked();

} // namespace heddle::runtime
