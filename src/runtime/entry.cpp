// SPDX-License-Identifier: Apache-2.0
// How a process begins and ends. The engine replaces __libc_start_main: it keeps libc from running the subject's
// static constructors and calls harnessMain instead of main. Each execution then runs constructors, main, exit
// callbacks and destructors on fiber 0, so that static objects (even those that start threads) are part of it.
#include "runtime/entry.h"

#include <cstdlib>
#include <sys/syscall.h>

#include "runtime/crash.h"
#include "runtime/event_stream.h"
#include "runtime/failure.h"
#include "runtime/fiber.h"
#include "runtime/libc/process_state.h"
#include "runtime/oracle/leak.h"
#include "runtime/races/race_detector.h"
#include "runtime/scheduler.h"
#include "runtime/sync/keys.h"
#include "runtime/system/modules.h"
#include "runtime/system/raw_output.h"
#include "runtime/system/real_calls.h"
#include "runtime/system/refused_system_calls.h"
#include "runtime/system/system_call_filter.h"
#include "runtime/unsupported.h"
#include "runtime/world.h"

namespace heddle::runtime {

namespace {

using MainFunction = int(int, char**, char**);
MainFunction* subjectMain;

int engineMain(int, char**, char**) {
  int status = harnessMain();
  rawSyscall(SYS_exit_group, status);
  return status;
}

void skipConstructors(int, char**, char**) {}

// The first code of the process after the dynamic linker (-z initfirst), so that constructors of libraries are
// filtered, too.
[[gnu::constructor]] void beginProcess() {
  reserveMemory();
  installSignalHandlers();
  handleRefusedSystemCalls();
  installSystemCallFilter();
}

void runMainThread() {
  const SubjectImage& image = subjectImage();
  for (std::size_t i = 0; i < image.initialiserCount; ++i)
    image.initialisers[i](argumentCount(), argumentVector(), environmentVector());
  exitSubject(subjectMain(argumentCount(), argumentVector(), environmentVector()));
}

void runCallbacks(ExitCallback*& list) {
  while (ExitCallback* callback = list) {
    list = callback->next;
    UnseenSynchronisation unseen(
        isStandardLibraryCode(reinterpret_cast<void*>(callback->function)));
    callback->function(callback->argument);
  }
}

[[noreturn]] void endThread() {
  runCallbacks(currentFiber().exitCallbacks);
  runKeyDestructors();
  finishCurrent();
}

} // namespace

void exitSubject(int status) {
  if (exec.exiting) // exit called again by a callback or by another thread: libc would wait or misbehave
    exitSubjectNow(status);
  exec.exiting = true;
  if ((status & 0xff) != 0)
    heddle_rt_failing_step();
  enterOperation(EventKind::Exit, nullptr, true);
  emitEvent(EventKind::Exit, nullptr, 0, 0, static_cast<std::uint64_t>(status));
  runCallbacks(currentFiber().exitCallbacks);
  runCallbacks(exec.exitCallbacks);
  const SubjectImage& image = subjectImage();
  for (std::size_t i = image.finaliserCount; i-- > 0;)
    image.finalisers[i]();
  judgeLeaks();
  exitSubjectNow(status);
}

void exitSubjectNow(int status) {
  // Other threads may still make progress before the process is gone.
  enterOperation(EventKind::Exit, nullptr, true);
  engine.outcome.exitStatus = status & 0xff;
  engine.outcome.exitedEarly = exec.aliveThreads > 1 && exec.current != 0;
  returnToEngine(Return::Ended);
}

} // namespace heddle::runtime

using namespace heddle::runtime; // NOLINT(google-build-using-namespace): C functions below

// Where every fiber begins (switch.S).
extern "C" __attribute__((visibility("hidden"))) void heddle_rt_fiber_main() {
  emitEvent(EventKind::ThreadStart, nullptr, 0, 0, 0);
  if (exec.current == 0)
    runMainThread();
  Fiber& fiber = currentFiber();
  fiber.result = fiber.start(fiber.argument);
  endThread();
}

// NOLINTNEXTLINE(readability-function-size): glibc's signature
HEDDLE_INTERPOSE int __libc_start_main(MainFunction* main,
                                       int argc,
                                       char** argv,
                                       void (*)(int, char**, char**),
                                       void (*finaliser)(),
                                       void (*linkerFinaliser)(),
                                       void* stackEnd) {
  reserveMemory();
  subjectMain = main;
  setArguments(argc, argv, argv + argc + 1);
  using Start =
      int(MainFunction*, int, char**, void (*)(int, char**, char**), void (*)(), void (*)(), void*);
  return realFunction<Start>("__libc_start_main")(
      engineMain, argc, argv, skipConstructors, finaliser, linkerFinaliser, stackEnd);
}

HEDDLE_INTERPOSE void exit(int status) {
  if (!engine.inSubject) {
    for (;;)
      rawSyscall(SYS_exit_group, status);
  }
  exitSubject(status);
}

HEDDLE_INTERPOSE void _exit(int status) {
  if (!engine.inSubject) {
    for (;;)
      rawSyscall(SYS_exit_group, status);
  }
  exitSubjectNow(status);
}

HEDDLE_INTERPOSE void _Exit(int status) {
  _exit(status);
}

HEDDLE_INTERPOSE void quick_exit(int status) {
  if (engine.inSubject)
    runCallbacks(exec.quickExitCallbacks);
  _exit(status);
}

namespace {

int addCallback(ExitCallback*& list, void (*function)(void*), void* argument) {
  auto* callback = scratchNew<ExitCallback>();
  *callback = {function, argument, list};
  list = callback;
  return 0;
}

} // namespace

HEDDLE_INTERPOSE int __cxa_atexit(void (*function)(void*), void* argument, void* module) {
  if (engine.inSubject)
    return addCallback(exec.exitCallbacks, function, argument);
  // A library's constructor: libc keeps it, and it never runs because the harness ends with exit_group.
  using Register = int(void (*)(void*), void*, void*);
  return realFunction<Register>("__cxa_atexit")(function, argument, module);
}

HEDDLE_INTERPOSE int __cxa_at_quick_exit(void (*function)(void*), void*) {
  return engine.inSubject ? addCallback(exec.quickExitCallbacks, function, nullptr) : 0;
}

HEDDLE_INTERPOSE int on_exit(void (*)(int, void*), void*) noexcept {
  failUnsupported(MessageId::Unmodelled, {"on_exit()"});
}

HEDDLE_INTERPOSE int __cxa_thread_atexit_impl(void (*function)(void*), void* argument, void*) {
  return engine.inSubject ? addCallback(currentFiber().exitCallbacks, function, argument) : 0;
}

HEDDLE_INTERPOSE int __cxa_thread_atexit(void (*function)(void*), void* argument, void* module) {
  return __cxa_thread_atexit_impl(function, argument, module);
}

namespace heddle::runtime {

// pthread_exit: destructors run; the frames below are abandoned (no forced unwinding).
void exitThread(void* result) {
  currentFiber().result = result;
  endThread();
}

void initialise(const ProcessOptions& options) {
  engine.process = options;
  initialiseFibers();
  initialiseProcessState();
  initialiseCrashHandling();
  setTracing(false);
  keepWorldAsBase();
}

} // namespace heddle::runtime
