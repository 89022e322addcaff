// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crash/failure_message.h"
#include "model/crash_stack.h"

namespace heddle::crash {

// Draws the conclusions that are the same for all formats: the origin of each frame, what each thread waits for, the
// kind of failure from messages and frames, and which stack is the crashing one.
void finishReport(model::CrashReport& report, const FailureMessage& message);

} // namespace heddle::crash
