// SPDX-License-Identifier: Apache-2.0
// Clocks and sleeping in virtual time (scheduler.h says how it advances).
#include <cerrno>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include "runtime/call_lanes.h"
#include "runtime/event_stream.h"
#include "runtime/scheduler.h"
#include "runtime/sync/virtual_time.h"
#include "runtime/system/real_calls.h"

namespace heddle::runtime {

namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;
constexpr std::uint64_t kWallClockStart = 1'700'000'000 * kSecond; // arbitrary date in 2023

bool isWallClock(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

std::uint64_t toNanoseconds(const timespec& time) {
  if (time.tv_sec < 0)
    return 0;
  return static_cast<std::uint64_t>(time.tv_sec) * kSecond +
         static_cast<std::uint64_t>(time.tv_nsec);
}

timespec toTimespec(std::uint64_t nanoseconds) {
  return {static_cast<time_t>(nanoseconds / kSecond), static_cast<long>(nanoseconds % kSecond)};
}

} // namespace

std::uint64_t deadlineOf(clockid_t clock, const timespec* when) {
  std::uint64_t absolute = toNanoseconds(*when);
  if (!isWallClock(clock))
    return absolute;
  return absolute > kWallClockStart ? absolute - kWallClockStart : 0;
}

std::uint64_t deadlineAfter(const timespec* duration) {
  return exec.clock + toNanoseconds(*duration);
}

timespec virtualNow(clockid_t clock) {
  exec.clock += readClock();
  return toTimespec(exec.clock + (isWallClock(clock) ? kWallClockStart : 0));
}

void sleepUntil(std::uint64_t deadline) {
  countEvent();
  emitEvent(EventKind::Sleep, nullptr, 0, 0, deadline > exec.clock ? deadline - exec.clock : 0);
  currentFiber().operationSite = nullptr;
  if (deadline > exec.clock)
    blockCurrent(EventKind::Sleep, &currentFiber(), deadline);
}

} // namespace heddle::runtime

using namespace heddle::runtime; // NOLINT(google-build-using-namespace): C functions below

HEDDLE_INTERPOSE int clock_gettime(clockid_t clock, timespec* now) noexcept {
  if (!engine.inSubject)
    return static_cast<int>(rawSyscall(SYS_clock_gettime, clock, reinterpret_cast<long>(now)));
  *now = virtualNow(clock);
  return 0;
}

HEDDLE_INTERPOSE int gettimeofday(timeval* now, void*) noexcept {
  timespec time{};
  clock_gettime(CLOCK_REALTIME, &time);
  *now = {time.tv_sec, time.tv_nsec / 1000};
  return 0;
}

HEDDLE_INTERPOSE time_t time(time_t* result) noexcept {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  if (result != nullptr)
    *result = now.tv_sec;
  return now.tv_sec;
}

HEDDLE_INTERPOSE int timespec_get(timespec* now, int base) noexcept {
  clock_gettime(CLOCK_REALTIME, now);
  return base;
}

HEDDLE_INTERPOSE clock_t clock() noexcept {
  timespec now{};
  clock_gettime(engine.inSubject ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<clock_t>(now.tv_sec * CLOCKS_PER_SEC + now.tv_nsec / 1000);
}

HEDDLE_INTERPOSE int nanosleep(const timespec* duration, timespec* left) {
  if (!engine.inSubject)
    return static_cast<int>(
        rawSyscall(SYS_nanosleep, reinterpret_cast<long>(duration), reinterpret_cast<long>(left)));
  sleepUntil(deadlineAfter(duration));
  if (left != nullptr)
    *left = {0, 0};
  return 0;
}

HEDDLE_INTERPOSE int clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec*) {
  if (engine.inSubject)
    sleepUntil((flags & TIMER_ABSTIME) != 0 ? deadlineOf(clock, time) : deadlineAfter(time));
  return 0;
}

HEDDLE_INTERPOSE int usleep(useconds_t microseconds) {
  timespec duration{microseconds / 1'000'000, static_cast<long>(microseconds % 1'000'000) * 1000};
  return nanosleep(&duration, nullptr);
}

HEDDLE_INTERPOSE unsigned sleep(unsigned seconds) {
  timespec duration{seconds, 0};
  nanosleep(&duration, nullptr);
  return 0;
}

HEDDLE_INTERPOSE int thrd_sleep(const timespec* duration, timespec* left) {
  return nanosleep(duration, left);
}

HEDDLE_INTERPOSE int sched_yield() noexcept {
  if (engine.inSubject)
    yieldPoint();
  return 0;
}

HEDDLE_INTERPOSE int pthread_yield() noexcept {
  return sched_yield();
}
HEDDLE_INTERPOSE void thrd_yield() {
  sched_yield();
}
