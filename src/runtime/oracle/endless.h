// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle::runtime {

// The execution has had its budget of events, the larger part of it under a fair schedule.
[[noreturn]] void judgeEndless();

// From the watchdog: no event for a long time, so the thread loops in code that has no hooks.
[[noreturn]] void judgeStuck();

} // namespace heddle::runtime
