// SPDX-License-Identifier: Apache-2.0
// Signals. Ignoring a signal or asking for the default is harmless. A handler is accepted too, but nothing but
// raise() in the same thread ever calls it: asynchronous signals are not modelled (docs/limits.md).
#include <csignal>
#include <cstring>

#include "runtime/failure.h"
#include "runtime/real_calls.h"
#include "runtime/state.h"

using namespace heddle::runtime; // NOLINT(google-build-using-namespace): C functions below

namespace {

struct sigaction* actions() {
  if (exec.signalActions == nullptr)
    exec.signalActions = scratchNew<struct sigaction>(NSIG);
  return static_cast<struct sigaction*>(exec.signalActions);
}

} // namespace

HEDDLE_INTERPOSE int
sigaction(int signal, const struct sigaction* action, struct sigaction* old) noexcept {
  if (!engine.inSubject)
    return realFunction<int(int, const struct sigaction*, struct sigaction*)>("sigaction")(
        signal, action, old);
  if (signal <= 0 || signal >= NSIG)
    return -1;
  if (old != nullptr)
    *old = actions()[signal];
  if (action != nullptr)
    actions()[signal] = *action;
  return 0;
}

HEDDLE_INTERPOSE sighandler_t signal(int number, sighandler_t handler) noexcept {
  struct sigaction action{};
  struct sigaction old{};
  action.sa_handler = handler;
  return sigaction(number, &action, &old) == 0 ? old.sa_handler : SIG_ERR;
}

HEDDLE_INTERPOSE int raise(int number) noexcept {
  if (!engine.inSubject)
    return realFunction<int(int)>("raise")(number);
  sighandler_t handler = number > 0 && number < NSIG ? actions()[number].sa_handler : SIG_DFL;
  bool ignoredByDefault =
      number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT;
  if (handler == SIG_IGN || (handler == SIG_DFL && ignoredByDefault))
    return 0;
  if (handler != SIG_DFL) {
    handler(number);
    return 0;
  }
  if (number == SIGABRT)
    fail(FailureKind::Abort, "SIGABRT was raised");
  fail(FailureKind::Crash, "signal %d was raised", number);
}
