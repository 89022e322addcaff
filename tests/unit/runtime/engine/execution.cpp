// SPDX-License-Identifier: Apache-2.0
#include "execution.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <utility>

#include "runtime/libc/process_state.h"
#include "runtime/memory/layout.h"
#include "runtime/scheduler.h"
#include "runtime/state.h"
#include "runtime/sync/thread.h"
#include "subject.h"

extern "C" {
void heddle_rt_load(const heddle::abi::SiteRecord* site, void* address);
void heddle_rt_store(const heddle::abi::SiteRecord* site, void* address, std::uint64_t value);
void heddle_rt_range_read(const heddle::abi::SiteRecord* site, void* address, std::uint64_t size);
void heddle_rt_range_write(const heddle::abi::SiteRecord* site, void* address, std::uint64_t size);
std::uint64_t heddle_rt_atomic_load(const heddle::abi::SiteRecord* site, void* address);
void heddle_rt_atomic_store(const heddle::abi::SiteRecord* site, void* address, std::uint64_t v);
std::uint64_t
heddle_rt_atomic_rmw(const heddle::abi::SiteRecord* site, void* address, std::uint64_t operand);
std::uint64_t heddle_rt_atomic_cas(const heddle::abi::SiteRecord* site,
                                   void* address,
                                   std::uint64_t expected,
                                   std::uint64_t desired);
void heddle_rt_fence(const heddle::abi::SiteRecord* site);
void heddle_rt_tick(const heddle::abi::SiteRecord* site);
}

namespace heddle::runtime::test {

namespace {

const Body* subjectBody;
ThreadId wanted = kNoThread; // by letRun

// The choice where the test does not direct it. A wait does not time out while a thread can run.
ThreadId usualChoice(const SchedulingPoint& point) {
  if (point.currentEnabled)
    return point.current;
  for (ThreadId thread = point.enabled.first(); thread != kNoThread;
       thread = point.enabled.next(thread))
    if (exec.runnable.contains(thread))
      return thread;
  return point.enabled.first();
}

class DirectedChooser final : public Chooser {
public:
  ThreadId choose(const SchedulingPoint& point) override {
    ThreadId thread = std::exchange(wanted, kNoThread);
    return point.enabled.contains(thread) ? thread : usualChoice(point);
  }
  unsigned pick(const Choice&) override { return 0; }
};

// Depth first: each execution repeats the choices of the one before up to the last that has another option left.
class EveryOrder final : public Chooser {
public:
  ThreadId choose(const SchedulingPoint& point) override {
    return point.enabled.nth(next(point.enabledCount));
  }
  unsigned pick(const Choice& choice) override { return next(choice.count); }

  // False when all orders have been run.
  bool advance() {
    while (!path_.empty() && path_.back().taken + 1 == path_.back().options)
      path_.pop_back();
    depth_ = 0;
    if (path_.empty())
      return false;
    ++path_.back().taken;
    return true;
  }

private:
  struct Step {
    unsigned taken, options;
  };

  unsigned next(unsigned options) {
    if (depth_ == path_.size())
      path_.push_back({0, options});
    return path_[depth_++].taken;
  }

  std::vector<Step> path_;
  std::size_t depth_ = 0;
};

class EventList final : public EventSink {
public:
  explicit EventList(std::vector<Event>& events) : events_(events) {}
  void onEvent(const Event& event) override { events_.push_back(event); }

private:
  std::vector<Event>& events_;
};

template <typename T>
std::vector<T> copied(const T* (*get)(std::size_t*)) {
  std::size_t count;
  const T* first = get(&count);
  return {first, first + count};
}

struct Conditions {
  const Options& options;
  Chooser& chooser;
  bool traced = false;
};

Ended executeOnce(const Lease& lease, const Body& main, const Conditions& conditions) {
  setSubjectBody(main);
  wanted = kNoThread;
  Ended ended;
  EventList events(ended.events);
  ended.outcome = lease.run({.chooser = conditions.chooser,
                             .options = conditions.options,
                             .sink = conditions.traced ? &events : nullptr});
  ended.races = copied(races);
  ended.segments = copied(segments);
  return ended;
}

} // namespace

void setSubjectBody(const Body& main) {
  subjectBody = &main;
}

Ended execute(const Body& main, const Options& options) {
  DirectedChooser chooser;
  return executeOnce(Lease(), main, {options, chooser});
}

Ended executeTraced(const Body& main, const Options& options) {
  DirectedChooser chooser;
  return executeOnce(Lease(), main, {options, chooser, true});
}

Ended executeWarm(const Body& main, const Options& options) {
  DirectedChooser chooser;
  Lease lease;
  Ended ended = executeOnce(lease, main, {options, chooser});
  while (ended.outcome.learnedSharing)
    ended = executeOnce(lease, main, {options, chooser});
  return ended;
}

unsigned executeInEveryOrder(const Body& main,
                             const std::function<void(const Ended&)>& check,
                             const Options& options) {
  EveryOrder chooser;
  Lease lease;
  unsigned executions = 0;
  do {
    check(executeOnce(lease, main, {options, chooser}));
    ++executions;
  } while (chooser.advance());
  return executions;
}

Thread::Thread(Body body) : body_(std::move(body)) {
  auto start = [](void* self) -> void* {
    static_cast<Thread*>(self)->body_();
    return nullptr;
  };
  pthread_create(&handle_, nullptr, start, this);
  id_ = threadOf(handle_);
}

void Thread::join() {
  pthread_join(handle_, nullptr);
}

void letRun(ThreadId thread) {
  wanted = thread;
  yieldPoint();
  wanted = kNoThread;
}

timespec fromNow(unsigned milliseconds, clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  time.tv_sec += milliseconds / 1000;
  time.tv_nsec += static_cast<long>(milliseconds % 1000) * 1'000'000;
  if (time.tv_nsec >= 1'000'000'000) {
    ++time.tv_sec;
    time.tv_nsec -= 1'000'000'000;
  }
  return time;
}

// Race records keep the low half of a site's address, so sites lie below 4 GiB as in a subject.
const abi::SiteRecord*
siteAt(unsigned line, std::uint32_t size, MemoryOrder order, RmwOperation operation) {
  constexpr std::uintptr_t kSites = 0x7100'0000;
  constexpr std::size_t kMostSites = 4096;
  static bool mapped = mapAt(kSites, kMostSites * sizeof(abi::SiteRecord));
  auto* sites = reinterpret_cast<abi::SiteRecord*>(kSites);
  std::size_t i = 0;
  for (; mapped && i < kMostSites && sites[i].size != 0; ++i)
    if (sites[i].line == line && sites[i].size == size &&
        sites[i].order == static_cast<std::uint8_t>(order) &&
        sites[i].operation == static_cast<std::uint8_t>(operation))
      return &sites[i];
  sites[i] = {.file = "test.cpp",
              .function = "test",
              .variable = "",
              .line = line,
              .column = 1,
              .kind = 0,
              .order = static_cast<std::uint8_t>(order),
              .size = size,
              .operation = static_cast<std::uint8_t>(operation),
              .failOrder = static_cast<std::uint8_t>(MemoryOrder::Relaxed),
              .isVolatile = 0,
              .isPointer = 0};
  return &sites[i];
}

void announceRead(const abi::SiteRecord* site, const void* address) {
  heddle_rt_load(site, const_cast<void*>(address));
}

void announceWrite(const abi::SiteRecord* site, void* address, std::uint64_t value) {
  heddle_rt_store(site, address, value);
}

void announceRange(const abi::SiteRecord* site, void* address, std::uint64_t bytes, bool isWrite) {
  (isWrite ? heddle_rt_range_write : heddle_rt_range_read)(site, address, bytes);
}

std::uint64_t performLoad(const abi::SiteRecord* site, const void* address) {
  return heddle_rt_atomic_load(site, const_cast<void*>(address));
}

void performStore(const abi::SiteRecord* site, void* address, std::uint64_t value) {
  heddle_rt_atomic_store(site, address, value);
}

std::uint64_t performRmw(const abi::SiteRecord* site, void* address, std::uint64_t operand) {
  return heddle_rt_atomic_rmw(site, address, operand);
}

std::uint64_t performCas(const abi::SiteRecord* site,
                         void* address,
                         std::uint64_t expected,
                         std::uint64_t desired) {
  return heddle_rt_atomic_cas(site, address, expected, desired);
}

void fence(MemoryOrder order, unsigned line) {
  heddle_rt_fence(siteAt(line, 1, order));
}

void tick(unsigned line) {
  heddle_rt_tick(siteAt(line, 1));
}

} // namespace heddle::runtime::test

void runTestBody() {
  (*heddle::runtime::test::subjectBody)();
}

namespace heddle::runtime {

int harnessMain() {
  FILE* out = stdout;
  FILE* complaints = stderr;
  initialise({});
  stdout = out; // for gtest
  stderr = complaints;
  resetProcessState(); // gives the arguments
  int count = argumentCount();
  testing::InitGoogleTest(&count, argumentVector());
  int status = RUN_ALL_TESTS();
  std::fflush(stdout);
  return status;
}

} // namespace heddle::runtime
