// SPDX-License-Identifier: Apache-2.0
// The status, the counters and the stop flags are relaxed atomics in memory shared with the CLI, so that they cost an
// execution of 2 us next to nothing.
#include "explore/budget.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "explore/execution_limits.h"
#include "support/check.h"

namespace heddle::explore {

using model::increment;
using runtime::FailureKind;

namespace {

// Reading the clock costs as much as a few scheduling points, so it is done every 64 executions, or every 200,000
// events (about a millisecond) when executions are long.
constexpr unsigned kExecutionsPerClock = 64;
constexpr std::uint64_t kEventsPerClock = 200'000;
// What the search leaves of the time if something was found: to confirm and explain it. The time limits the whole command.
constexpr double kShareOfSearch = 0.9;
constexpr double kMostReserved = 3; // seconds
// Minimising may take a little longer: a finding of the last second is hard to read without it.
constexpr double kOvertime = 1.5; // seconds
// Generation asks before each sequence, even if it need not run it.
constexpr unsigned kQuestionsPerClock = 1024;

void publish(std::atomic<std::uint64_t>& value, std::uint64_t number) {
  value.store(number, std::memory_order_relaxed);
}

} // namespace

Budget::Budget(const model::HarnessRequest& request, model::HarnessStatus& status)
    : request_(request), status_(status), start_(Clock::now()) {
  HEDDLE_CHECK(request.job < request.jobs)
      << "job " << request.job << " of a run with " << request.jobs << " jobs";
}

bool Budget::beginStep() {
  publish(status_.nextExecution, nextStep_);
  return nextStep_++ >= request_.resume.firstExecution;
}

bool Budget::beginNeededStep() {
  publish(status_.nextExecution, nextStep_);
  return ++nextStep_ != request_.resume.firstExecution;
}

void Budget::beginStep(std::uint64_t number, unsigned phase, std::uint64_t phaseStart) {
  HEDDLE_CHECK(number >= phaseStart)
      << "execution " << number << " is numbered before its phase, which starts at " << phaseStart;
  nextStep_ = number + 1;
  isProgram_ = true;
  status_.phase.store(phase, std::memory_order_relaxed);
  publish(status_.phaseStart, phaseStart);
  publish(status_.nextExecution, number);
}

bool Budget::isOver() const {
  return hasFailed_ || isStopped() || (stage_ == Stage::Minimise ? minimisingTimeIsUp_ : timeIsUp_);
}

bool Budget::mayBegin(std::uint64_t step, std::uint64_t executions) const {
  if (isOver() || (request_.executions != 0 && executions >= request_.executions))
    return false;
  if (!stopsAtFinding())
    return true;
  std::uint64_t lowest = status_.lowestFinding.load(std::memory_order_relaxed);
  return (lowest == 0 || step < lowest) && executions < lastExecution_;
}

bool Budget::mayBeginAfter(std::uint64_t sequences) {
  HEDDLE_CHECK(sequences >= sequencesAtClock_) << "the number of call sequences went down";
  if (sequences - sequencesAtClock_ >= kExecutionsPerClock || ++asked_ >= kQuestionsPerClock) {
    sequencesAtClock_ = sequences;
    asked_ = 0;
    publish(status_.counters.sequences, sequences);
    readClock();
  }
  return mayBegin();
}

void Budget::found(FailureKind kind) {
  HEDDLE_CHECK(kind != FailureKind::None) << "a finding without a kind of failure";
  HEDDLE_CHECK(nextStep_ > 0) << "a finding before the first step of the run";
  increment(status_.findings);
  if (!stopsAtFinding())
    return;
  if (kind == FailureKind::DataRace || kind == FailureKind::EscapedReference) {
    std::uint64_t executions = isProgram_ ? nextStep_ : spent();
    lastExecution_ = std::min(lastExecution_, executions + request_.afterRace);
    return;
  }
  // Other jobs stop at this step too.
  std::uint64_t lowest = status_.lowestFinding.load(std::memory_order_relaxed);
  while ((lowest == 0 || nextStep_ < lowest) && !status_.lowestFinding.compare_exchange_weak(
                                                    lowest, nextStep_, std::memory_order_relaxed)) {
  }
}

void Budget::charge(const runtime::Outcome& outcome) {
  switch (stage_) {
  case Stage::Serial:
    increment(status_.counters.serialExecutions);
    break;
  case Stage::WarmUp:
    increment(status_.counters.warmUpExecutions);
    break;
  case Stage::Minimise:
    increment(status_.counters.minimisingExecutions);
    ++minimising_;
    break;
  case Stage::Search:
    break;
  }
  if (stage_ != Stage::Search)
    increment(status_.counters.otherEvents, outcome.events);
  ++charged_;
  eventsUnclocked_ += outcome.events;
  if (++executionsUnclocked_ >= kExecutionsPerClock || eventsUnclocked_ >= kEventsPerClock)
    readClock();
}

void Budget::countUseless(const runtime::Outcome& outcome) {
  if (stage_ == Stage::Search)
    increment(status_.counters.otherEvents, outcome.events);
}

void Budget::countSearch(const runtime::Outcome& outcome, const Judged& judged) {
  if (stage_ == Stage::Minimise)
    return;
  HEDDLE_CHECK(stage_ == Stage::Search) << "an execution of another stage is counted as search";
  ++searched_.executions;
  searched_.failures += judged.fails ? 1 : 0;
  searched_.observedExecutions += judged.isObserved ? 1 : 0;
  searched_.events += outcome.events;
  searched_.points += outcome.points;
  searched_.switches += outcome.switches;
  searched_.fairExecutions += outcome.madeFair && !isWidening_ ? 1 : 0;
  searched_.cutExecutions += isEndless(outcome) && !isWidening_ ? 1 : 0;
  publishSearched();
  if (outcome.threads > status_.threads.load(std::memory_order_relaxed))
    publish(status_.threads, outcome.threads);
  if (outcome.exitedEarly)
    status_.exitedEarly.store(1, std::memory_order_relaxed);
}

void Budget::forgetSearched(const model::Counters<std::uint64_t>& earlier) {
  HEDDLE_CHECK(earlier.executions <= searched_.executions && earlier.events <= searched_.events)
      << "forgetting executions of the search would add some";
  searched_ = earlier;
  publishSearched();
}

void Budget::publishSearched() {
  publish(status_.counters.executions, searched_.executions);
  publish(status_.counters.failures, searched_.failures);
  publish(status_.counters.observedExecutions, searched_.observedExecutions);
  publish(status_.counters.events, searched_.events);
  publish(status_.counters.points, searched_.points);
  publish(status_.counters.switches, searched_.switches);
  publish(status_.counters.fairExecutions, searched_.fairExecutions);
  publish(status_.counters.cutExecutions, searched_.cutExecutions);
}

void Budget::fail(const model::Message& message) {
  HEDDLE_CHECK(!message.empty()) << "a run fails without saying why";
  hasFailed_ = true;
  noteRefusal();
  setMessage(status_, message);
  status_.state.store(static_cast<std::uint32_t>(model::HarnessState::Failed));
}

void Budget::failUnsupported(const runtime::Outcome& outcome) {
  setUnsupported(outcome.stack);
  fail(model::messageOf(outcome.message));
}

// A class with such a call is not checked as a whole: the CLI says so unless there is something more important.
void Budget::noteRefusal() {
  const runtime::Refusal* refusal = runtime::firstRefusal();
  if (refusal == nullptr || status_.unsupported.load(std::memory_order_relaxed) != 0)
    return;
  setMessage(status_, model::messageOf(refusal->what));
  setUnsupported(refusal->stack);
}

void Budget::setUnsupported(const runtime::StackTrace& stack) {
  constexpr unsigned kMost = std::extent_v<decltype(model::HarnessStatus::stack)>;
  HEDDLE_CHECK(stack.depth <= runtime::kMaxFrames) << "a stack of " << stack.depth << " frames";
  std::copy_n(stack.pc, std::min(stack.depth, kMost), status_.stack);
  status_.unsupported.store(1);
}

double Budget::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

void Budget::readClock() {
  noteRefusal();
  executionsUnclocked_ = 0;
  eventsUnclocked_ = 0;
  double now = seconds();
  if (stage_ != Stage::Minimise)
    publish(status_.exploreNanoseconds, static_cast<std::uint64_t>(now * 1e9));
  if (request_.seconds <= 0)
    return;
  HEDDLE_CHECK(!minimisingTimeIsUp_ || now >= request_.seconds)
      << "the clock of the run went backwards";
  timeIsUp_ = timeIsUp_ || now >= searchSeconds();
  minimisingTimeIsUp_ = now >= request_.seconds + kOvertime;
}

double Budget::searchSeconds() const {
  if (status_.findings.load(std::memory_order_relaxed) == 0)
    return request_.seconds;
  return std::max(request_.seconds * kShareOfSearch, request_.seconds - kMostReserved);
}

void Budget::addGeneration(Clock::duration time) {
  generateSeconds_ += std::chrono::duration<double>(time).count();
  publish(status_.generateNanoseconds, static_cast<std::uint64_t>(generateSeconds_ * 1e9));
}

} // namespace heddle::explore
