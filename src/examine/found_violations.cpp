// SPDX-License-Identifier: Apache-2.0
#include "examine/found_violations.h"

#include <utility>

#include "support/check.h"

namespace heddle::examine {

using runtime::FailureKind;

namespace {

// A class without any locks has hundreds. More than a few say nothing new, and each is confirmed by replays.
constexpr std::size_t kMostRaces = 5;
constexpr std::size_t kMostMinimisedRaces = 4;

std::uint64_t eventsOf(const model::Schedule& schedule) {
  std::uint64_t events = 0;
  for (const model::Segment& segment : schedule.segments)
    events += segment.events;
  return events;
}

} // namespace

FoundViolations::FoundViolations(const model::HarnessRequest& request)
    : log_(request.findingsPath), keepGoing_(request.keepGoing) {}

Result<bool> FoundViolations::add(const Violation& violation, const Where& where) {
  HEDDLE_CHECK(violation.kind != FailureKind::None) << "a violation without a kind of failure";
  if (log_.seenBefore(violation.signature, where.step) || log_.full())
    return false;
  if (violation.kind == FailureKind::DataRace && !keepGoing_ && ++races_ > kMostRaces) {
    racesLeftOut_.insert(violation.signature);
    return false;
  }
  model::FindingRecord record;
  record.kind = static_cast<model::FindingKind>(violation.kind);
  record.signature = violation.signature;
  record.step = where.step;
  record.position = {.test = where.testNumber, .execution = violation.execution};
  record.seconds = where.seconds;
  record.message = violation.message;
  record.schedule = violation.schedule;
  record.originalSteps = eventsOf(violation.schedule);
  record.originalPreemptions = model::preemptions(violation.schedule);
  record.test = violation.test;
  record.sequencePair = where.sequencePair;
  record.explanation = violation.explanation;
  record.meetsTarget = violation.meetsGoal;
  if (violations_.size() < explore::FindingsLog::kMostMinimised)
    violations_.push_back(violation);
  if (Result<void> added = log_.add(std::move(record)); !added)
    return added.error();
  return true;
}

Result<void> FoundViolations::minimise(Examiner& examiner, const model::HarnessStatus& status) {
  std::size_t races = 0;
  for (bool racesNow : {false, true})
    for (std::size_t i = 0; i < violations_.size(); ++i) {
      bool isRace = violations_[i].kind == FailureKind::DataRace;
      if (isRace != racesNow || (isRace && ++races > kMostMinimisedRaces))
        continue;
      if (status.stopRequested.load(std::memory_order_relaxed) != 0)
        return {};
      if (Result<void> done = minimise(i, examiner); !done)
        return done;
    }
  return {};
}

Result<void> FoundViolations::minimiseGoal(Examiner& examiner) {
  for (std::size_t i = 0; i < violations_.size(); ++i)
    if (violations_[i].meetsGoal)
      return minimise(i, examiner);
  return {};
}

Result<void> FoundViolations::minimise(std::size_t index, Examiner& examiner) {
  HEDDLE_CHECK(index < violations_.size() && index < log_.records().size())
      << "violation " << index << " of " << violations_.size();
  model::FindingRecord& record = log_.records()[index];
  HEDDLE_CHECK(record.signature == violations_[index].signature)
      << "violation " << index << " is not the one in the log";
  Violation smaller = examiner.minimise(violations_[index]);
  record.message = smaller.message;
  record.test = std::move(smaller.test);
  record.explanation = std::move(smaller.explanation);
  return log_.replaceSchedule(record, std::move(smaller.schedule));
}

} // namespace heddle::examine
