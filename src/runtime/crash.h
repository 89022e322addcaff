// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace heddle::runtime {

// Installs the signal handlers, the watchdog and the terminate handler.
void initialiseCrashHandling();

} // namespace heddle::runtime
