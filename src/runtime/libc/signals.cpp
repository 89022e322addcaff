// SPDX-License-Identifier: Apache-2.0
// Signals. Ignoring a signal or requesting the default is harmless. A handler is accepted too, but only
// raise() in the same thread ever calls it: asynchronous signals are not modelled (docs/limits.md). So blocking signals
// is only recorded, and the engine's own handlers can neither be blocked nor replaced.
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>

#include "runtime/failure.h"
#include "runtime/state.h"
#include "runtime/system/real_calls.h"
#include "runtime/unsupported.h"

using namespace heddle::runtime; // NOLINT(google-build-using-namespace): C functions below

namespace {

struct sigaction* actions() {
  if (exec.signalActions == nullptr)
    exec.signalActions = scratchNew<struct sigaction>(NSIG);
  return static_cast<struct sigaction*>(exec.signalActions);
}

static_assert(NSIG == 65); // one word holds a mask, as in the kernel

int changeMask(int how, const sigset_t* set, sigset_t* old) {
  if (!engine.executing)
    return 0;
  std::uint64_t& mask = currentFiber().signalMask;
  std::uint64_t before = mask;
  if (set != nullptr) {
    std::uint64_t bits;
    std::memcpy(&bits, set, sizeof bits);
    if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
      return EINVAL;
    mask = how == SIG_BLOCK ? mask | bits : how == SIG_UNBLOCK ? mask & ~bits : bits;
  }
  if (old != nullptr) {
    sigemptyset(old);
    std::memcpy(old, &before, sizeof before);
  }
  return 0;
}

} // namespace

HEDDLE_INTERPOSE int pthread_sigmask(int how, const sigset_t* set, sigset_t* old) noexcept {
  return changeMask(how, set, old);
}

HEDDLE_INTERPOSE int sigprocmask(int how, const sigset_t* set, sigset_t* old) noexcept {
  int error = changeMask(how, set, old);
  if (error == 0)
    return 0;
  errno = error;
  return -1;
}

// Handlers run on the stack of the thread that raises the signal.
HEDDLE_INTERPOSE int sigaltstack(const stack_t*, stack_t* old) noexcept {
  if (old != nullptr)
    *old = {.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
  return 0;
}

// Requests of a library's constructor, before the first execution, are ignored.
HEDDLE_INTERPOSE int
sigaction(int signal, const struct sigaction* action, struct sigaction* old) noexcept {
  if (!engine.executing) {
    if (old != nullptr)
      *old = {};
    return 0;
  }
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
  if (number > 0 && number < NSIG && (currentFiber().signalMask >> (number - 1) & 1) != 0)
    failUnsupported(MessageId::BlockedSignalRaised);
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
    fail(FailureKind::Abort, MessageId::AbortSignal);
  fail(FailureKind::Crash, MessageId::SignalNumber, {number});
}
