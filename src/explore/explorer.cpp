// SPDX-License-Identifier: Apache-2.0
// The main loop. What is about to run is on record before it runs; the record, the counters and the stop
// flags are relaxed atomics in memory shared with the CLI, so that an execution of 2 us pays nothing for
// them. Everything that decides what is run and what is reported depends on execution numbers, never on
// time (the time limit apart), so that the same seed gives the same result for any number of jobs.
#include "explore/explorer.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "explore/make_strategy.h"
#include "explore/minimise.h"
#include "explore/random_strategy.h"
#include "explore/recording.h"
#include "explore/replay_strategy.h"
#include "explore/round_robin_strategy.h"

namespace heddle::explore {

using runtime::FailureKind;
using runtime::Outcome;

namespace {

// Reading the clock costs as much as a few scheduling points, so it is done every 64 executions, or every
// 200,000 events (about a millisecond) when executions are long.
constexpr unsigned kExecutionsPerClock = 64;
constexpr std::uint64_t kEventsPerClock = 200'000;

// The search proper begins when this many executions in a row have learned nothing. An exhaustive search
// must start again whenever something is learned later, so it tries harder before.
struct WarmUpPlan {
  unsigned quiet;
  unsigned most;
};
constexpr WarmUpPlan kShortWarmUp{.quiet = 2, .most = 8};
constexpr WarmUpPlan kThoroughWarmUp{.quiet = 8, .most = 64};

template <typename T>
void raise(std::atomic<T>& value, T candidate) {
  if (candidate > value.load(std::memory_order_relaxed))
    value.store(candidate, std::memory_order_relaxed);
}

template <typename T>
void add(std::atomic<T>& value, T amount) {
  value.store(value.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
}

} // namespace

Explorer::Explorer(const model::HarnessRequest& request,
                   model::HarnessStatus& status,
                   TraceSet* traceSet)
    : request_(request), status_(status), traceSet_(traceSet), strategy_(makeStrategy(request)),
      findings_(request.findingsPath), start_(Clock::now()) {}

bool Explorer::run() {
  if (strategy_ == nullptr) {
    fail("no strategy is called '" + request_.strategy + "'");
    return false;
  }
  status_.state.store(static_cast<std::uint32_t>(model::HarnessState::Exploring));
  if (warmUp())
    search();
  if (strategy_->leftSomethingOut())
    status_.incomplete.store(1);
  status_.exploreNanoseconds.store(static_cast<std::uint64_t>(secondsSinceStart() * 1e9));
  if (failed_)
    return false;
  minimiseFindings();
  if (failed_)
    return false;
  status_.state.store(static_cast<std::uint32_t>(model::HarnessState::Finished));
  return true;
}

// Not counted and not judged: the search comes to the same failures with its own numbers.
bool Explorer::warmUp() {
  ReplayStrategy untilBlocked;
  RoundRobinStrategy roundRobin;
  RandomStrategy random(~request_.seed);
  const WarmUpPlan& plan = strategy_->seekable() ? kShortWarmUp : kThoroughWarmUp;
  unsigned quiet = 0;
  for (unsigned i = 0; i < plan.most && quiet < plan.quiet; ++i) {
    Strategy& strategy = i == 0   ? static_cast<Strategy&>(untilBlocked)
                         : i == 1 ? static_cast<Strategy&>(roundRobin)
                                  : static_cast<Strategy&>(random);
    strategy.beginExecution(i);
    const Outcome& outcome = runtime::runExecution(strategy);
    if (outcome.unsupported)
      failUnsupported(outcome);
    checkClock(outcome.events);
    if (failed_ || timeIsUp_ || status_.stopRequested.load(std::memory_order_relaxed) != 0)
      return !failed_;
    if (i == 0 && outcome.kind == FailureKind::None)
      usualExitStatus_ = outcome.exitStatus;
    strategy_->observeWarmUp(outcome);
    quiet = outcome.learnedSharing ? 0 : quiet + 1;
  }
  return true;
}

void Explorer::search() {
  std::uint64_t first = strategy_->seekable()
                            ? std::max<std::uint64_t>(request_.firstExecution, request_.job)
                            : request_.job;
  first += (request_.jobs + request_.job - first % request_.jobs) % request_.jobs;
  for (std::uint64_t index = first; !failed_ && mayRun(index);) {
    status_.nextExecution.store(index, std::memory_order_relaxed);
    if (!strategy_->beginExecution(index)) {
      status_.exhausted.store(1);
      return;
    }
    const Outcome& outcome = runOne();
    checkClock(outcome.events);
    Ending ending = strategy_->endExecution(outcome);
    if (ending == Ending::NotMine)
      continue;
    // What a search that starts again has run already, or a process that died has, is not counted twice.
    if (index >= request_.firstExecution) {
      count(outcome);
      judge(index, outcome);
    }
    index += request_.jobs;
    if (ending == Ending::Restarted) {
      index = first;
      executions_ = 0;
      if (traceSet_ != nullptr)
        traceSet_->clear();
    } else if (traceSet_ != nullptr) {
      traceSet_->append(outcome);
    }
    status_.executions.store(executions_, std::memory_order_relaxed);
  }
}

const Outcome& Explorer::runOne() {
  if (traceSet_ != nullptr)
    return traceSet_->run(*strategy_);
  unsigned slot = strategy_->resumeSlot();
  return slot == Strategy::kFromStart ? runtime::runExecution(*strategy_)
                                      : runtime::resumeExecution(slot, *strategy_);
}

bool Explorer::mayRun(std::uint64_t index) {
  if (timeIsUp_ || status_.stopRequested.load(std::memory_order_relaxed) != 0)
    return false;
  if (request_.executions != 0 && index >= request_.executions)
    return false;
  if (request_.keepGoing)
    return true;
  std::uint64_t lowest = status_.lowestFinding.load(std::memory_order_relaxed);
  return (lowest == 0 || index < lowest) && index <= lastAfterRace_;
}

void Explorer::checkClock(std::uint64_t events) {
  eventsUnclocked_ += events;
  if (++executionsUnclocked_ < kExecutionsPerClock && eventsUnclocked_ < kEventsPerClock)
    return;
  executionsUnclocked_ = 0;
  eventsUnclocked_ = 0;
  double seconds = secondsSinceStart();
  status_.exploreNanoseconds.store(static_cast<std::uint64_t>(seconds * 1e9),
                                   std::memory_order_relaxed);
  timeIsUp_ = request_.seconds > 0 && seconds >= request_.seconds;
}

void Explorer::count(const Outcome& outcome) {
  ++executions_;
  add(status_.events, outcome.events);
  add(status_.points, outcome.points);
  add(status_.switches, outcome.switches);
  raise(status_.threads, std::uint64_t{outcome.threads});
  if (outcome.exitedEarly)
    status_.exitedEarly.store(1, std::memory_order_relaxed);
  if (outcome.madeFair || outcome.kind == FailureKind::Hang)
    status_.incomplete.store(1, std::memory_order_relaxed);
}

void Explorer::judge(std::uint64_t index, const Outcome& outcome) {
  if (outcome.unsupported) {
    failUnsupported(outcome);
    return;
  }
  bool failing = judgeRaces(index, outcome);
  Failure failure = failureOf(outcome, usualExitStatus_);
  if (failure.kind != FailureKind::None) {
    failing = true;
    if (!findings_.seenBefore(failure.signature, index))
      record(index,
             outcome,
             failure.kind,
             failure.signature,
             failureMessage(outcome, failure, usualExitStatus_));
  }
  if (failing)
    add(status_.failures, std::uint64_t{1});
}

bool Explorer::judgeRaces(std::uint64_t index, const Outcome& outcome) {
  std::size_t races = 0;
  const runtime::Race* race = runtime::races(&races);
  for (std::size_t i = 0; i < races; ++i) {
    std::uint64_t signature = raceSignatures_.of(race[i]);
    if (!findings_.seenBefore(signature, index))
      record(index, outcome, FailureKind::DataRace, signature, raceMessage(race[i]));
  }
  return races > 0;
}

void Explorer::record(std::uint64_t index,
                      const Outcome& outcome,
                      FailureKind kind,
                      std::uint64_t signature,
                      std::string message) {
  if (findings_.full())
    return;
  model::FindingRecord record;
  record.kind = static_cast<model::FindingKind>(kind);
  record.signature = signature;
  record.execution = index;
  record.seconds = secondsSinceStart();
  record.message = std::move(message);
  record.schedule = recordedSchedule();
  record.originalSteps = outcome.events;
  record.originalPreemptions = model::preemptions(record.schedule);
  if (Result<void> added = findings_.add(std::move(record)); !added)
    fail(added.error().message);
  add(status_.findings, std::uint64_t{1});
  stopAfter(index, kind);
}

// Notes where the search ends, for every job to see.
void Explorer::stopAfter(std::uint64_t index, FailureKind kind) {
  if (kind == FailureKind::DataRace) {
    lastAfterRace_ = std::min(lastAfterRace_, index + request_.afterRace);
    return;
  }
  std::uint64_t lowest = status_.lowestFinding.load(std::memory_order_relaxed);
  while ((lowest == 0 || index + 1 < lowest) && !status_.lowestFinding.compare_exchange_weak(
                                                    lowest, index + 1, std::memory_order_relaxed)) {
  }
}

void Explorer::minimiseFindings() {
  if (!request_.minimise)
    return;
  status_.state.store(static_cast<std::uint32_t>(model::HarnessState::Minimising));
  std::uint64_t lowest = status_.lowestFinding.load(std::memory_order_relaxed);
  for (model::FindingRecord& record : findings_.records()) {
    bool dropped = !request_.keepGoing && lowest != 0 && record.execution >= lowest;
    if (record.schedule.segments.empty() || dropped || failed_)
      continue;
    auto smaller =
        minimise(record.schedule, record.signature, usualExitStatus_, status_.stopRequested);
    if (!smaller)
      continue;
    if (Result<void> replaced = findings_.replaceSchedule(record, std::move(smaller->schedule));
        !replaced)
      fail(replaced.error().message);
    record.schedule = {};
  }
}

void Explorer::failUnsupported(const Outcome& outcome) {
  constexpr unsigned kMost = std::extent_v<decltype(model::HarnessStatus::stack)>;
  for (unsigned i = 0; i < outcome.stack.depth && i < kMost; ++i)
    status_.stack[i] = outcome.stack.pc[i];
  status_.unsupported.store(1);
  fail(outcome.message);
}

void Explorer::fail(const std::string& message) {
  failed_ = true;
  std::size_t length = std::min(message.size(), sizeof status_.message - 1);
  std::memcpy(status_.message, message.data(), length);
  status_.message[length] = '\0';
  status_.state.store(static_cast<std::uint32_t>(model::HarnessState::Failed));
}

double Explorer::secondsSinceStart() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

} // namespace heddle::explore
