// SPDX-License-Identifier: Apache-2.0
#include "synthesize/run_limits.h"

#include <algorithm>
#include <cstring>

namespace heddle::synthesize {

using runtime::FailureKind;

namespace {

// As in explore/explorer.cpp: reading the clock costs as much as a few scheduling points.
constexpr unsigned kExecutionsPerClock = 64;
constexpr std::uint64_t kEventsPerClock = 200'000;
// Generation asks before each sequence, also when it need not run it.
constexpr unsigned kQuestionsPerClock = 1024;

void add(std::atomic<std::uint64_t>& value, std::uint64_t amount) {
  value.store(value.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
}

} // namespace

RunLimits::RunLimits(const model::HarnessRequest& request, model::HarnessStatus& status)
    : request_(request), status_(status), start_(Clock::now()) {}

bool RunLimits::beginStep() {
  status_.nextExecution.store(nextStep_, std::memory_order_relaxed);
  return nextStep_++ >= request_.firstExecution;
}

bool RunLimits::beginNeededStep() {
  status_.nextExecution.store(nextStep_, std::memory_order_relaxed);
  return ++nextStep_ != request_.firstExecution;
}

bool RunLimits::mustStop() const {
  if (status_.stopRequested.load(std::memory_order_relaxed) != 0)
    return true;
  if (minimising_)
    return false;
  if (timeIsUp_ || (request_.executions != 0 && executions_ >= request_.executions))
    return true;
  if (request_.keepGoing)
    return false;
  std::uint64_t lowest = status_.lowestFinding.load(std::memory_order_relaxed);
  return (lowest != 0 && nextStep_ >= lowest) || executions_ >= lastExecution_;
}

bool RunLimits::mustStop(std::uint64_t sequences) {
  if (sequences - sequencesAtClock_ >= kExecutionsPerClock || ++asked_ >= kQuestionsPerClock) {
    sequencesAtClock_ = sequences;
    asked_ = 0;
    status_.sequences.store(sequences, std::memory_order_relaxed);
    readClock();
  }
  return mustStop();
}

bool RunLimits::executed(const runtime::Outcome& outcome) {
  ++executions_;
  status_.executions.store(executions_, std::memory_order_relaxed);
  add(status_.events, outcome.events);
  add(status_.points, outcome.points);
  add(status_.switches, outcome.switches);
  if (outcome.threads > status_.threads.load(std::memory_order_relaxed))
    status_.threads.store(outcome.threads, std::memory_order_relaxed);
  eventsUnclocked_ += outcome.events;
  if (++executionsUnclocked_ >= kExecutionsPerClock || eventsUnclocked_ >= kEventsPerClock)
    readClock();
  // A finding of this step ends the run after it, not within.
  return status_.stopRequested.load(std::memory_order_relaxed) == 0 && (minimising_ || !timeIsUp_);
}

void RunLimits::found(FailureKind kind) {
  if (kind == FailureKind::DataRace) {
    lastExecution_ = std::min(lastExecution_, executions_ + request_.afterRace);
    return;
  }
  // Other jobs stop at this step too.
  std::uint64_t step = nextStep_;
  std::uint64_t lowest = status_.lowestFinding.load(std::memory_order_relaxed);
  while ((lowest == 0 || step < lowest) &&
         !status_.lowestFinding.compare_exchange_weak(lowest, step, std::memory_order_relaxed)) {
  }
}

void RunLimits::fail(const std::string& message) {
  hasFailed_ = true;
  std::size_t length = std::min(message.size(), sizeof status_.message - 1);
  std::memcpy(status_.message, message.data(), length);
  status_.message[length] = '\0';
  status_.state.store(static_cast<std::uint32_t>(model::HarnessState::Failed));
}

void addNote(std::vector<std::string>& notes, const std::string& text) {
  constexpr std::size_t kMostNotes = 16;
  if (notes.size() < kMostNotes && std::ranges::find(notes, text) == notes.end())
    notes.push_back(text);
}

double RunLimits::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

void RunLimits::readClock() {
  executionsUnclocked_ = 0;
  eventsUnclocked_ = 0;
  double now = seconds();
  if (!minimising_)
    status_.exploreNanoseconds.store(static_cast<std::uint64_t>(now * 1e9),
                                     std::memory_order_relaxed);
  timeIsUp_ = request_.seconds > 0 && now >= request_.seconds;
}

void RunLimits::addGeneration(Clock::duration time) {
  generateSeconds_ += std::chrono::duration<double>(time).count();
  status_.generateNanoseconds.store(static_cast<std::uint64_t>(generateSeconds_ * 1e9),
                                    std::memory_order_relaxed);
}

} // namespace heddle::synthesize
