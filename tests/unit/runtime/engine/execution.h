// SPDX-License-Identifier: Apache-2.0
// The engine under test, without a compiled subject: what a test hands to execute() runs as the subject's main, on real
// fibers, and calls pthread functions and hooks by hand where the pass would have put them. The tests are linked into the
// engine's library, so that their own memory is not restored between executions.
//
// Assertions belong after execute(): what gtest does inside would be part of the execution.
#pragma once

#include <cstdint>
#include <ctime>
#include <functional>
#include <new>
#include <pthread.h>
#include <string>
#include <type_traits>
#include <vector>

#include "runtime/abi/site.h"
#include "runtime/memory/allocator.h"
#include "runtime/runtime.h"

namespace heddle::runtime::test {

// The results of one execution.
struct Ended {
  Outcome outcome;
  std::vector<Race> races;
  std::vector<Event> events; // only of executeTraced
  std::vector<Segment> segments;

  std::string message() const {
    return std::string(abi::nameOf(outcome.message.id)) + " " + outcome.message.arguments;
  }
  bool isFine() const { return outcome.kind == FailureKind::None && !outcome.unsupported; }
};

using Body = std::function<void()>;

// The usual options, with one flag set.
inline Options with(bool Options::* flag, bool value = true) {
  Options options;
  options.*flag = value;
  return options;
}

inline Options withLimits(std::uint64_t fairAfter, std::uint64_t perThread) {
  Options options;
  options.limits = {.fairAfterEvents = fairAfter, .fairEventsPerThread = perThread};
  return options;
}

// One execution with a lease of its own. A thread runs as long as it can, then the one with the lowest number; letRun
// changes that.
Ended execute(const Body& main, const Options& options = {});
Ended executeTraced(const Body& main, const Options& options = {});

// The same with the memory that earlier executions of `main` found to be shared: the races that a search would see.
Ended executeWarm(const Body& main, const Options& options = {});

// All orders of threads and all picks, one execution each; returns their number.
unsigned executeInEveryOrder(const Body& main,
                             const std::function<void(const Ended&)>& check,
                             const Options& options = {});

// For tests with a lease and a chooser of their own: what the subject's main runs from now on.
void setSubjectBody(const Body& main);

// ---- inside an execution ----------------------------------------------------------------------------

class Thread {
public:
  explicit Thread(Body body);
  Thread(const Thread&) = delete;
  Thread& operator=(const Thread&) = delete;

  ThreadId id() const { return id_; }
  pthread_t handle() const { return handle_; }
  void join();

private:
  Body body_;
  pthread_t handle_ = 0;
  ThreadId id_ = kNoThread;
};

// Switches to the thread, which runs until it blocks, ends or lets another one run. One that is in a timed wait is made
// to time out. Nothing happens when it cannot run.
void letRun(ThreadId thread);
inline void letRun(const Thread& thread) {
  letRun(thread.id());
}

// Virtual time.
timespec fromNow(unsigned milliseconds, clockid_t clock = CLOCK_REALTIME);

// Memory of the subject.
template <typename T>
T& subjectNew(const std::remove_cv_t<T>& value = {}) {
  return *new (allocateForSubject(sizeof(T))) T(value);
}

// ---- what the pass would have made of accesses; each line of a test is a site of its own ----------------

using abi::MemoryOrder;
using abi::RmwOperation;

const abi::SiteRecord* siteAt(unsigned line,
                              std::uint32_t size,
                              MemoryOrder order = MemoryOrder::NotAtomic,
                              RmwOperation operation = RmwOperation::Exchange);

void announceRead(const abi::SiteRecord* site, const void* address);
void announceWrite(const abi::SiteRecord* site, void* address, std::uint64_t value);
void announceRange(const abi::SiteRecord* site, void* address, std::uint64_t bytes, bool isWrite);
std::uint64_t performLoad(const abi::SiteRecord* site, const void* address);
void performStore(const abi::SiteRecord* site, void* address, std::uint64_t value);
std::uint64_t performRmw(const abi::SiteRecord* site, void* address, std::uint64_t operand);
std::uint64_t performCas(const abi::SiteRecord* site,
                         void* address,
                         std::uint64_t expected,
                         std::uint64_t desired);
void fence(MemoryOrder order, unsigned line = __builtin_LINE());
void tick(unsigned line = __builtin_LINE());

template <typename T>
T read(const T& from, unsigned line = __builtin_LINE()) {
  announceRead(siteAt(line, sizeof(T)), &from);
  return from;
}

template <typename T>
void write(T& to, T value, unsigned line = __builtin_LINE()) {
  announceWrite(siteAt(line, sizeof(T)), &to, static_cast<std::uint64_t>(value));
  to = value;
}

template <typename T>
T loadAtomic(const T& from, MemoryOrder order, unsigned line = __builtin_LINE()) {
  return static_cast<T>(performLoad(siteAt(line, sizeof(T), order), &from));
}

template <typename T>
void storeAtomic(T& to, T value, MemoryOrder order, unsigned line = __builtin_LINE()) {
  performStore(siteAt(line, sizeof(T), order), &to, static_cast<std::uint64_t>(value));
}

template <typename T>
T addAtomic(T& to, T value, MemoryOrder order, unsigned line = __builtin_LINE()) {
  return static_cast<T>(performRmw(
      siteAt(line, sizeof(T), order, RmwOperation::Add), &to, static_cast<std::uint64_t>(value)));
}

// Whether it was exchanged. A failure is relaxed.
template <typename T>
bool exchangeIfEqual(T& to, T expected, T desired, unsigned line = __builtin_LINE()) {
  return performCas(siteAt(line, sizeof(T), MemoryOrder::SeqCst),
                    &to,
                    static_cast<std::uint64_t>(expected),
                    static_cast<std::uint64_t>(desired)) == static_cast<std::uint64_t>(expected);
}

} // namespace heddle::runtime::test
