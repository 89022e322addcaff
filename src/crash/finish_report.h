// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crash/failure_message.h"
#include "model/crash_stack.h"

namespace heddle::crash {

// What is concluded in the same way whatever the format: who wrote each frame, what each thread waits for, the kind of
// failure from messages and frames, which stack is the crashing one.
void finishReport(model::CrashReport& report, const FailureMessage& message);

} // namespace heddle::crash
