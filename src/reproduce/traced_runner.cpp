// SPDX-License-Identifier: Apache-2.0
#include "reproduce/traced_runner.h"

#include <algorithm>

#include "calls/engine_runner.h"
#include "explore/execution_limits.h"
#include "explore/strategies/strategy.h"
#include "support/check.h"

namespace heddle::reproduce {

TracedRunner::TracedRunner(const calls::CallCatalogue& catalogue,
                           const runtime::Options& options,
                           std::vector<TargetPlace>& places,
                           trace::TraceRecorder& recorder)
    : catalogue_(catalogue), options_(options), places_(places), recorder_(recorder) {
  options_.detectRaces = false;
  options_.detectLeaks = false;
  options_.traceFunctions = true;
  options_.everyAccessIsAPoint = true;
  options_.callCoverage = false;
  options_.limits = explore::soloLimits(options.limits.maxEvents);
}

DetailedCall TracedRunner::run(const calls::Path& path, calls::CallId next) {
  if (!lease_ || !lease_->isHeld()) {
    lease_.emplace();
    slot_ = lease_->takeSlot();
    isSaved_ = false;
  }
  HEDDLE_CHECK(next < catalogue_.size()) << "call " << next << " is not in the catalogue";
  isSaved_ = isSaved_ && path == path_;
  path_ = path;
  next_ = next;
  observed_ = false;
  observation_ = {};
  ++sequences_;
  const runtime::Outcome& outcome = execute();
  if (!observed_)
    observation_.outcome = calls::outcomeOf(outcome);
  classOwnsThreads_ = classOwnsThreads_ || runtime::threadsOfTheClass() > 0;
  DetailedCall result{
      .call = next,
      .alone = observation_,
      .details = detailsOf(
          recorder_.finish(outcome), static_cast<std::uint32_t>(path.size()), observed_, places_),
      .events = outcome.events};
  result.alone.coverage = result.details.coverage;
  if (!result.details.leaves.empty())
    findChanged(result.details);
  return result;
}

const runtime::Outcome& TracedRunner::execute() {
  // NOLINTNEXTLINE(bugprone-unchecked-optional-access): run() has it
  return lease_->run({.chooser = *this,
                      .options = options_,
                      .sink = &recorder_,
                      .calls = this,
                      .checkpoint = isSaved_ ? slot_ : runtime::Run::kFromStart});
}

// A trace contains what was written, but not the previous values. The state before the call is still available.
void TracedRunner::findChanged(CallDetails& details) {
  HEDDLE_CHECK(details.changed.empty()) << "the changes of a call are looked for twice";
  looksBackFor_ = &details;
  execute();
  looksBackFor_ = nullptr;
}

// Runs on the subject's stack. Rolled back to the checkpoint, it continues with the value that next_ has then. A class
// with its own threads runs from the start, because their stacks must be known.
const abi::Call* TracedRunner::nextCall(unsigned /*lane*/, unsigned index) {
  if (index < path_.size())
    return &catalogue_.call(path_[index]);
  if (index == path_.size()) {
    if (!isSaved_ && runtime::threadsOfTheClass() == 0 && !runtime::saveCheckpoint(slot_))
      isSaved_ = true;
    if (looksBackFor_ != nullptr) {
      for (const MemoryWord& word : looksBackFor_->leaves)
        if (wordAt(word.address).value != word.value)
          looksBackFor_->changed.push_back(word.address);
      runtime::abandonExecution();
    }
    return &catalogue_.call(next_);
  }
  std::size_t count = 0;
  const runtime::CallRecord* records = runtime::callRecords(&count);
  HEDDLE_CHECK(count > path_.size())
      << count << " calls were recorded of a sequence of " << path_.size() + 1;
  const runtime::CallRecord& record = records[path_.size()];
  observation_ = {.outcome = calls::outcomeOf(record.result.ending),
                  .comparable = record.result.comparable,
                  .timeDependent = record.timeDependent,
                  .coverage = 0,
                  .state = runtime::objectState(),
                  .value = record.result.value};
  observed_ = true;
  runtime::abandonExecution();
}

runtime::ThreadId TracedRunner::choose(const runtime::SchedulingPoint& point) {
  return explore::untilBlocked(point);
}

} // namespace heddle::reproduce
