// SPDX-License-Identifier: Apache-2.0
#include "calls/engine_runner.h"

#include <algorithm>
#include <cstdlib>

#include "explore/execution_limits.h"
#include "explore/strategies/strategy.h"
#include "support/check.h"
#include "support/demangle.h"

namespace heddle::calls {

using model::MessageId;

using runtime::FailureKind;

CallOutcome outcomeOf(abi::CallEnding ending) {
  switch (ending) {
  case abi::CallEnding::Threw:
    return CallOutcome::Threw;
  case abi::CallEnding::Refused:
    return CallOutcome::Refused;
  default:
    return CallOutcome::Returned;
  }
}

CallOutcome outcomeOf(const runtime::Outcome& outcome) {
  if (outcome.unsupported)
    return CallOutcome::Unsupported;
  switch (outcome.kind) {
  case FailureKind::None:
    return CallOutcome::Exited;
  case FailureKind::Deadlock:
  case FailureKind::LostWakeup:
    return CallOutcome::Blocked;
  case FailureKind::Livelock:
  case FailureKind::Hang:
    return CallOutcome::Endless;
  default:
    return CallOutcome::Failed;
  }
}

EngineRunner::EngineRunner(const CallCatalogue& catalogue, const runtime::Options& options)
    : catalogue_(catalogue), options_(options) {
  options_.detectRaces = false;
  options_.detectLeaks = false;
  options_.everyAccessIsAPoint = false;
  options_.callCoverage = true;
  options_.limits = explore::soloLimits(options.limits.maxEvents);
}

// Coverage is taken where sharing is learned, so it is complete only when nothing is known about sharing.
runtime::Lease& EngineRunner::takeEngine() {
  slots_.clear();
  checkpoints_ = 0;
  return lease_.emplace();
}

SoloCall EngineRunner::run(const Path& path, std::uint64_t /*state*/, CallId next) {
  runtime::Lease& lease = lease_ && lease_->isHeld() ? *lease_ : takeEngine();
  auto differs = std::ranges::mismatch(path_, path).in1;
  auto common = static_cast<unsigned>(differs - path_.begin());
  checkpoints_ = std::min(checkpoints_, common + 1);
  if (watch_ != nullptr && (common != path_.size() || common != path.size()))
    watch_->beginState();
  HEDDLE_CHECK(next < catalogue_.size()) << "call " << next << " is not in the catalogue";
  HEDDLE_CHECK(checkpoints_ <= slots_.size() && checkpoints_ <= path.size() + 1)
      << checkpoints_ << " checkpoints of a path with " << path.size() << " calls";
  path_ = path;
  next_ = next;
  observed_ = false;
  ++sequences_;
  const runtime::Outcome& outcome = lease.run(
      {.chooser = *this,
       .options = options_,
       .calls = this,
       .checkpoint = checkpoints_ == 0 ? runtime::Run::kFromStart : slots_[checkpoints_ - 1]});
  if (!observed_)
    observeEnd(outcome);
  if (observation_.outcome != CallOutcome::Returned)
    noteTrouble();
  return observation_;
}

// Runs on the subject's stack. Rolled back to a checkpoint, it continues with the values that path_ and next_ have
// then.
const abi::Call* EngineRunner::nextCall(unsigned /*lane*/, unsigned index) {
  bool wanted = index == checkpoints_ && index <= path_.size() && index < kMostCheckpoints;
  if (wanted && !runtime::saveCheckpoint(slotOf(index)))
    ++checkpoints_;
  if (index < path_.size())
    return &catalogue_.call(path_[index]);
  if (index == path_.size())
    return &catalogue_.call(next_);
  observe();
  runtime::abandonExecution();
}

unsigned EngineRunner::slotOf(unsigned index) {
  HEDDLE_CHECK(index <= slots_.size()) << "checkpoint " << index << " is taken before earlier ones";
  if (index == slots_.size())
    // NOLINTNEXTLINE(bugprone-unchecked-optional-access): run() has it
    slots_.push_back(lease_->takeSlot());
  return slots_[index];
}

void EngineRunner::observe() {
  std::size_t count = 0;
  const runtime::CallRecord* records = runtime::callRecords(&count);
  HEDDLE_CHECK(count > path_.size())
      << count << " calls were recorded of a sequence of " << path_.size() + 1;
  const runtime::CallRecord& record = records[path_.size()];
  const abi::CallResult& result = record.result;
  observation_ = {.outcome = outcomeOf(result.ending),
                  .comparable = result.comparable,
                  .timeDependent = record.timeDependent,
                  .notifies = record.notifies,
                  .coverage = record.coverage,
                  .state = runtime::objectState(),
                  .value = result.value};
  if (observation_.outcome == CallOutcome::Threw) {
    exceptionType_ = result.exceptionType;
    said_ = result.text;
  }
  classOwnsThreads_ = classOwnsThreads_ || runtime::threadsOfTheClass() > 0;
  observed_ = true;
  if (watch_ != nullptr)
    watch_->sawCall(*record.call);
}

// The last call did not return.
void EngineRunner::observeEnd(const runtime::Outcome& outcome) {
  std::size_t count = 0;
  const runtime::CallRecord* records = runtime::callRecords(&count);
  observation_ = {.outcome = outcomeOf(outcome),
                  .coverage = count > 0 ? records[count - 1].coverage : 0};
  failure_ = model::messageOf(outcome.message);
  if (outcome.kind == FailureKind::Invariant)
    noteBrokenInvariant();
  if (watch_ != nullptr && count > 0)
    watch_->sawCall(*records[count - 1].call);
  classOwnsThreads_ = classOwnsThreads_ || runtime::threadsOfTheClass() > 0;
}

// The first of each operation is enough.
void EngineRunner::noteBrokenInvariant() {
  if (!path_.empty() && breakers_.insert(catalogue_.call(next_).operation).second)
    brokenInvariants_.push_back({.path = path_, .call = next_});
}

// "" for what has no type information.
std::string EngineRunner::thrownType() const {
  return exceptionType_ == nullptr ? "" : demangled(exceptionType_);
}

model::Message EngineRunner::lastTrouble() const {
  switch (observation_.outcome) {
  case CallOutcome::Returned:
    return {};
  case CallOutcome::Refused:
    return {.id = MessageId::NeedsOther};
  case CallOutcome::Threw:
    if (said_.empty())
      return {.id = MessageId::Throws, .arguments = {thrownType()}};
    return {.id = MessageId::ThrowsSaying, .arguments = {thrownType(), said_}};
  case CallOutcome::Blocked:
    return {.id = MessageId::WaitsAlone};
  case CallOutcome::Endless:
    return {.id = MessageId::DoesNotEnd};
  case CallOutcome::Exited:
    return {.id = MessageId::EndsProcess};
  case CallOutcome::Unsupported:
    return model::wrap(MessageId::IsUnsupported, {}, failure_);
  case CallOutcome::Failed:
    return model::wrap(MessageId::FailsAlone, {}, failure_);
  }
  return {};
}

model::Message EngineRunner::trouble(unsigned operation) const {
  auto found = troubles_.find(operation);
  return found == troubles_.end() ? model::Message{.id = MessageId::NotTried} : found->second;
}

void EngineRunner::noteTrouble() {
  unsigned operation = catalogue_.call(next_).operation;
  if (!troubles_.contains(operation))
    troubles_.emplace(operation, lastTrouble());
}

runtime::ThreadId EngineRunner::choose(const runtime::SchedulingPoint& point) {
  return explore::untilBlocked(point);
}

unsigned EngineRunner::pick(const runtime::Choice& /*choice*/) {
  return 0;
}

} // namespace heddle::calls
