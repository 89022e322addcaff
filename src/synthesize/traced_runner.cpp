// SPDX-License-Identifier: Apache-2.0
#include "synthesize/traced_runner.h"

#include <algorithm>

#include "explore/strategy.h"
#include "synthesize/engine_runner.h"

namespace heddle::synthesize {

TracedRunner::TracedRunner(const CallCatalogue& catalogue,
                           const runtime::Options& options,
                           CallRecorder& recorder)
    : catalogue_(catalogue), options_(options), recorder_(recorder) {
  options_.detectRaces = false;
  options_.detectLeaks = false;
  options_.traceFunctions = true;
  options_.everyAccessIsAPoint = true;
  options_.callCoverage = false;
  options_.maxEvents = std::min(options_.maxEvents, EngineRunner::kMostEvents);
}

DetailedCall TracedRunner::run(const Path& path, CallId next) {
  if (!lease_ || !lease_->isHeld()) {
    lease_.emplace();
    slot_ = lease_->takeSlot();
    isSaved_ = false;
  }
  isSaved_ = isSaved_ && path == path_;
  path_ = path;
  next_ = next;
  observed_ = false;
  observation_ = {};
  ++sequences_;
  recorder_.beginExecution();
  const runtime::Outcome& outcome =
      lease_->run({.chooser = *this,
                   .options = options_,
                   .sink = &recorder_,
                   .calls = this,
                   .checkpoint = isSaved_ ? slot_ : runtime::Run::kFromStart});
  if (!observed_)
    observation_.outcome = outcomeOf(outcome);
  classOwnsThreads_ = classOwnsThreads_ || runtime::threadsOfTheClass() > 0;
  DetailedCall result{.call = next, .alone = observation_, .details = recorder_.finish()};
  result.alone.coverage = result.details.coverage;
  return result;
}

// Runs on the subject's stack. Taken back to the checkpoint, it goes on with what next_ is by then. A class with threads of
// its own is run from the start: their stacks must be known.
const abi::Call* TracedRunner::nextCall(unsigned /*lane*/, unsigned index) {
  if (index < path_.size())
    return &catalogue_.call(path_[index]);
  if (index == path_.size()) {
    if (!isSaved_ && runtime::threadsOfTheClass() == 0 && !runtime::saveCheckpoint(slot_))
      isSaved_ = true;
    recorder_.beginCall();
    return &catalogue_.call(next_);
  }
  recorder_.endCall();
  std::size_t count = 0;
  const runtime::CallRecord& record = runtime::callRecords(&count)[path_.size()];
  observation_ = {.outcome = outcomeOf(record.result.ending),
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

} // namespace heddle::synthesize
