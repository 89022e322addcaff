// SPDX-License-Identifier: Apache-2.0
#include "support/interrupt.h"

#include <csignal>

namespace heddle {

namespace {

// The only mutable global of this folder: a signal handler cannot access anything else.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
volatile std::sig_atomic_t seen = 0;

void onSignal(int /*number*/) {
  seen = 1;
}

} // namespace

void rememberInterrupts() {
  struct sigaction action{};
  action.sa_handler = onSignal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() {
  return seen != 0;
}

} // namespace heddle
