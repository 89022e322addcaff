// SPDX-License-Identifier: Apache-2.0
// Raw futex calls, which std::atomic::wait, std::counting_semaphore, std::latch, std::barrier and std::future use.
// Other system calls made through syscall() are allowed if they are harmless, otherwise refused by name.
#include <cerrno>
#include <cstdarg>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/event_stream.h"
#include "runtime/scheduler.h"
#include "runtime/sync/virtual_time.h"
#include "runtime/system/modules.h"
#include "runtime/system/real_calls.h"
#include "runtime/system/refused_system_calls.h"
#include "runtime/unsupported.h"

using namespace heddle::runtime; // NOLINT(google-build-using-namespace): C functions below

namespace {

long fail(int error) {
  errno = error;
  return -1;
}

long futexWait(const int* word, int expected, std::uint64_t deadline) {
  enterOperation(EventKind::FutexWait, word, true);
  emitEvent(EventKind::FutexWait, word);
  if (*word != expected)
    return fail(EAGAIN);
  return blockCurrent(EventKind::FutexWait, word, deadline) ? 0 : fail(ETIMEDOUT);
}

long futexWake(const int* word, int count) {
  enterOperation(EventKind::FutexWake, word, true);
  emitEvent(EventKind::FutexWake, word);
  long woken = 0;
  while (woken < count && wakeOne(EventKind::FutexWait, word) != kNoThread)
    ++woken;
  return woken;
}

long futex(const int* word, int operation, int value, const timespec* timeout) {
  clockid_t clock = (operation & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  switch (operation & FUTEX_CMD_MASK) {
  case FUTEX_WAIT:
    return futexWait(word, value, timeout == nullptr ? kNever : deadlineAfter(timeout));
  case FUTEX_WAIT_BITSET:
    return futexWait(word, value, timeout == nullptr ? kNever : deadlineOf(clock, timeout));
  case FUTEX_WAKE:
  case FUTEX_WAKE_BITSET:
    return futexWake(word, value);
  default:
    failUnsupported(MessageId::FutexOperation);
  }
}

bool isHarmless(long number) {
  switch (number) {
  case SYS_getpid:
  case SYS_getppid:
  case SYS_getuid:
  case SYS_geteuid:
  case SYS_membarrier:
  case SYS_getcpu:
    return true;
  default:
    return false;
  }
}

} // namespace

HEDDLE_INTERPOSE long syscall(long number, ...) noexcept {
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long);
  long b = va_arg(list, long);
  long c = va_arg(list, long);
  long d = va_arg(list, long);
  long e = va_arg(list, long);
  long f = va_arg(list, long);
  va_end(list);
  if (engine.executing) {
    if (number == SYS_futex)
      return futex(reinterpret_cast<const int*>(a),
                   static_cast<int>(b),
                   static_cast<int>(c),
                   reinterpret_cast<const timespec*>(d));
    if (number == SYS_gettid)
      return gettid();
    if (number == SYS_write && (a == STDOUT_FILENO || a == STDERR_FILENO))
      return writeForSubject(
          static_cast<int>(a), reinterpret_cast<const void*>(b), static_cast<std::size_t>(c));
    if (!isHarmless(number))
      refuseSystemCall(number);
  } else if (!isEngineCode(reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)))) {
    // A library's constructor: calls libc's function, where the filter sees it.
    return realFunction<long(long, ...)>("syscall")(number, a, b, c, d, e, f);
  }
  long result = rawSyscall(number, a, b, c, d, e, f);
  return result < 0 && result > -4096 ? fail(static_cast<int>(-result)) : result;
}
