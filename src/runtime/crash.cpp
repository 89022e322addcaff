// SPDX-License-Identifier: Apache-2.0
// Crash containment: signals, abort, assert and std::terminate end the execution, not the process. The signal
// handler runs on its own stack, writes the outcome and jumps to the engine's stack; restoring the world
// repairs all damage.
#include "runtime/crash.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <initializer_list>
#include <sys/syscall.h>
#include <sys/time.h>
#include <ucontext.h>

#include "runtime/failure.h"
#include "runtime/fiber.h"
#include "runtime/memory/data_image.h"
#include "runtime/oracle/endless.h"
#include "runtime/system/raw_output.h"
#include "runtime/system/real_calls.h"

// In the subject's part (subject/exception_text.cpp), where the subject's own libstdc++ is visible.
extern "C" __attribute__((weak)) bool
heddle_subject_current_exception(char* type, char* what, std::size_t capacity);

namespace heddle::runtime {

namespace {

constexpr std::size_t kSignalStackBytes = std::size_t{256} << 10;
constexpr unsigned kWatchdogSeconds =
    2; // between looks; two looks without an event make an endless loop

const char* signalName(int signal) {
  switch (signal) {
  case SIGSEGV:
    return "SIGSEGV";
  case SIGBUS:
    return "SIGBUS";
  case SIGFPE:
    return "SIGFPE";
  case SIGILL:
    return "SIGILL";
  case SIGTRAP:
    return "SIGTRAP";
  default:
    return "SIGABRT";
  }
}

MessageId signalMessage(int signal, int code) {
  if (signal == SIGFPE)
    return code == FPE_INTDIV ? MessageId::DivisionSignal : MessageId::ArithmeticSignal;
  if (signal == SIGSEGV || signal == SIGBUS)
    return MessageId::AddressSignal;
  return signal == SIGILL ? MessageId::InstructionSignal : MessageId::RaisedSignal;
}

// Lets the signal end the process when the handler returns.
void dieOfSignal(int signal) {
  struct {
    void (*handler)(int);
    unsigned long flags;
    void (*restorer)();
    unsigned long mask;
  } byDefault{SIG_DFL, 0, nullptr, 0}; // as the kernel has it
  rawSyscall(
      SYS_rt_sigaction, signal, reinterpret_cast<long>(&byDefault), 0, sizeof byDefault.mask);
}

void onFault(int signal, siginfo_t* info, void* context) {
  if (signal == SIGSEGV && noteLibraryWrite(reinterpret_cast<std::uintptr_t>(info->si_addr)))
    return;
  if (unwinding)
    abandonUnwinding();
  const auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  // A full stack is caused by the subject even if a hook made the last step.
  bool stackIsFull =
      signal == SIGSEGV && isInGuard(reinterpret_cast<std::uintptr_t>(info->si_addr));
  if (!engine.inSubject && !stackIsFull) {
    dieOfSignal(signal); // our own fault: the CLI will say so
    return;
  }
  engine.inSubject = false;
  auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  bool isAccess = signal == SIGSEGV || signal == SIGBUS;
  captureStackFrom(engine.outcome.stack,
                   static_cast<std::uintptr_t>(registers[REG_RIP]),
                   static_cast<std::uintptr_t>(registers[REG_RBP]));
  if (stackIsFull)
    failAt(FailureKind::StackOverflow,
           address,
           MessageId::StackUsedUp,
           {exec.current, engine.process.stackBytes >> 10});
  if (isAccess && info->si_code > 0 && address < 0x10000)
    failAt(FailureKind::Crash, address, MessageId::NullSignal, {signalName(signal)});
  failAt(FailureKind::Crash,
         isAccess ? address : 0,
         signalMessage(signal, info->si_code),
         {signalName(signal)});
}

// For loops without hooks: no event has been counted since the last check.
void onWatchdog(int, siginfo_t*, void* context) {
  struct Look {
    std::uint64_t execution, events, ticks;
    bool operator==(const Look&) const = default;
  };
  static Look last;
  Look now{engine.executions, exec.events, exec.ticks};
  bool stuck = engine.inSubject && now == last;
  last = now;
  if (!stuck)
    return;
  const auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  engine.inSubject = false;
  captureStackFrom(engine.outcome.stack,
                   static_cast<std::uintptr_t>(registers[REG_RIP]),
                   static_cast<std::uintptr_t>(registers[REG_RBP]));
  judgeStuck();
}

void onTerminate() {
  if (!engine.inSubject)
    dieOfBug("std::terminate outside an execution");
  engine.inSubject = false; // what() is the subject's code, but no longer part of the execution
  char type[256];
  char what[256];
  if (heddle_subject_current_exception == nullptr ||
      !heddle_subject_current_exception(type, what, sizeof type))
    fail(FailureKind::Abort, MessageId::TerminateCalled);
  int status = 0;
  char* readable = __cxxabiv1::__cxa_demangle(type, nullptr, nullptr, &status);
  if (status == 0)
    std::snprintf(type, sizeof type, "%s", readable);
  std::free(readable);
  if (what[0] == '\0')
    fail(FailureKind::Exception, MessageId::UncaughtException, {type});
  fail(FailureKind::Exception, MessageId::UncaughtExceptionSays, {type, what});
}

} // namespace

void handleSignal(int signal, void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action{};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART;
  realFunction<int(int, const struct sigaction*, struct sigaction*)>("sigaction")(
      signal, &action, nullptr);
}

void installSignalHandlers() {
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP})
    handleSignal(signal, onFault);
  handleSignal(SIGVTALRM, onWatchdog);
}

void initialiseCrashHandling() {
  stack_t stack{};
  stack.ss_sp = mapAnonymous(kSignalStackBytes);
  stack.ss_size = kSignalStackBytes;
  rawSyscall(SYS_sigaltstack, reinterpret_cast<long>(&stack));
  itimerval interval{{kWatchdogSeconds, 0}, {kWatchdogSeconds, 0}};
  rawSyscall(SYS_setitimer, ITIMER_VIRTUAL, reinterpret_cast<long>(&interval));
  using Handler = void (*)();
  if (auto* setTerminate = realFunction<Handler(Handler)>("_ZSt13set_terminatePFvvE"))
    setTerminate(onTerminate);
}

} // namespace heddle::runtime

using namespace heddle::runtime; // NOLINT(google-build-using-namespace): C functions below

HEDDLE_INTERPOSE void abort() {
  if (!engine.inSubject)
    dieOfBug("abort outside an execution");
  fail(FailureKind::Abort, MessageId::AbortCalled);
}

HEDDLE_INTERPOSE void
__assert_fail(const char* expression, const char*, unsigned, const char*) noexcept {
  if (!engine.inSubject)
    dieOfBug(expression);
  fail(FailureKind::Assert, MessageId::AssertionFailed, {expression});
}

HEDDLE_INTERPOSE void __assert_perror_fail(int error, const char*, unsigned, const char*) noexcept {
  fail(FailureKind::Assert, MessageId::AssertionError, {error});
}

// libstdc++'s own assertions (-D_GLIBCXX_ASSERTIONS).
HEDDLE_INTERPOSE void
heddle_library_assert(const char*,
                      int,
                      const char* function,
                      const char* condition) asm("_ZSt21__glibcxx_assert_failPKciS0_S0_");
HEDDLE_INTERPOSE void
heddle_library_assert(const char*, int, const char* function, const char* condition) {
  if (!engine.inSubject)
    dieOfBug("library assertion outside an execution");
  const char* text = condition == nullptr ? "" : condition;
  if (function == nullptr)
    fail(FailureKind::Assert, MessageId::LibraryAssertionAnywhere, {text});
  fail(FailureKind::Assert, MessageId::LibraryAssertion, {text, function});
}
