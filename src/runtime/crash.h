// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>

namespace heddle::runtime {

// Installs the signal handlers. Before the filter of system calls, which refuses to replace them.
void installSignalHandlers();

// The stack of the handlers, the watchdog and the terminate handler.
void initialiseCrashHandling();

void handleSignal(int signal, void (*handler)(int, siginfo_t*, void*));

} // namespace heddle::runtime
