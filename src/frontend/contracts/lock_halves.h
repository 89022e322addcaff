// SPDX-License-Identifier: Apache-2.0
// Halves of a protocol. `unlock` without `lock`, or `lock` that is never followed by `unlock`, is misuse of a class, not a fault
// of it. Where a class has both, they become one operation, `lock(), unlock()`; `try_lock() && (unlock(), true)` releases only
// what it got. So no test, however it is made or minimised, has one half.
//
// Only halves of locks are joined: calling one of them alone is misuse by what "lock" means. Names such as open and close, begin
// and end, or acquire and release (of a semaphore) promise less. If calling the second half alone is an error, serial executions
// have it as well, and the oracle excuses it; if it is not, two threads that call it at the same time must not break the class.
#pragma once

#include <vector>

#include "frontend/operation_reader.h"

namespace heddle::frontend {

// Returns what to tell the user. The function of a joined operation is null.
std::vector<model::Message> joinLockHalves(Operations& operations);

} // namespace heddle::frontend
