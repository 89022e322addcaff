// SPDX-License-Identifier: Apache-2.0
#include "examine/found_violations.h"

#include <algorithm>
#include <utility>

#include "examine/severity.h"
#include "support/check.h"
#include "support/hash.h"

namespace heddle::examine {

using runtime::FailureKind;

namespace {

// A class without any locks has hundreds. More than a few say nothing new, and each is confirmed by replays.
constexpr std::size_t kMostRaces = 5;
constexpr std::size_t kMostMinimisedRaces = 4;
// The same when all root causes are wanted: races are left out only if they resemble others, and there are more.
constexpr std::size_t kMostUnlikeRaces = 16;
constexpr std::size_t kMostUnlikeFailures = 24;
constexpr std::size_t kMostKept = kMostUnlikeRaces + kMostUnlikeFailures;
// One bad method fails together with many others.
constexpr std::size_t kMostPerOperation = 6;

// One for each pair of sites.
bool isOfAccesses(const Violation& violation) {
  return violation.kind == FailureKind::DataRace || violation.kind == FailureKind::EscapedReference;
}

std::uint64_t eventsOf(const model::Schedule& schedule) {
  std::uint64_t events = 0;
  for (const model::Segment& segment : schedule.segments)
    events += segment.events;
  return events;
}

std::uint64_t hashOfOperations(const model::Test& test) {
  std::vector<std::uint16_t> operations;
  for (const model::Sequence& suffix : test.suffixes)
    for (const model::Call& call : suffix)
      operations.push_back(call.operation);
  std::ranges::sort(operations);
  Hasher hasher;
  for (std::uint16_t operation : operations)
    hasher.add(operation);
  return hasher.value();
}

// What the site of a data race calls its variable; the same for all sites that have no name for it.
std::uint64_t hashOfVariable(const Violation& race) {
  Hasher hasher;
  for (const std::string& argument : race.message.arguments)
    hasher.add(argument);
  return hasher.value();
}

// For a reference that escapes, the method that returns it is all that matters.
RacePair keyOf(const Violation& race) {
  return {hashOfVariable(race),
          race.kind == FailureKind::EscapedReference ? 0 : hashOfOperations(race.test)};
}

bool calls(const model::Test& test, std::uint16_t operation) {
  return std::ranges::any_of(test.suffixes, [&](const model::Sequence& suffix) {
    return std::ranges::any_of(
        suffix, [&](const model::Call& call) { return call.operation == operation; });
  });
}

model::FindingKind kindOf(const Violation& violation) {
  return static_cast<model::FindingKind>(violation.kind);
}

} // namespace

FoundViolations::FoundViolations(const model::HarnessRequest& request)
    : log_(request.findingsPath), keepGoing_(request.keepGoing),
      allCauses_(request.allCauses && !request.keepGoing) {}

// Counts it if it does.
bool FoundViolations::resemblesKnown(const Violation& violation, std::uint64_t step) {
  if (isOfAccesses(violation)) {
    auto known = racesByPair_.find(keyOf(violation));
    if (known == racesByPair_.end())
      return false;
    log_.countAgain(known->second, step);
    return true;
  }
  // Other kinds have the place of the failure in their signatures.
  if (violation.kind != FailureKind::Linearizability)
    return false;
  for (std::size_t i = 0; i < log_.records().size(); ++i) {
    const model::FindingRecord& known = log_.records()[i];
    if (known.minimised && known.kind == kindOf(violation) &&
        model::hasLanesOf(violation.test, known.test)) {
      log_.countAgain(i, step);
      return true;
    }
  }
  return false;
}

bool FoundViolations::isOneTooMany(const Violation& violation) {
  if (violation.kind == FailureKind::DataRace)
    return ++races_ > kMostUnlikeRaces;
  // If all of its operations failed before, and one of them often, then that one is to blame for this failure as well.
  std::size_t fewest = kMostPerOperation, most = 0;
  for (const model::Sequence& suffix : violation.test.suffixes)
    for (const model::Call& call : suffix) {
      auto met = static_cast<std::size_t>(
          std::ranges::count_if(log_.records(), [&](const model::FindingRecord& known) {
            return known.kind == kindOf(violation) && calls(known.test, call.operation);
          }));
      fewest = std::min(fewest, met);
      most = std::max(most, met);
    }
  return (fewest > 0 && most >= kMostPerOperation) || ++failures_ > kMostUnlikeFailures;
}

Result<bool> FoundViolations::add(const Violation& violation, const Where& where) {
  HEDDLE_CHECK(violation.kind != FailureKind::None) << "a violation without a kind of failure";
  if (log_.seenBefore(violation.signature, where.step))
    return raise(violation);
  if (log_.full())
    return false;
  if (allCauses_ && resemblesKnown(violation, where.step))
    return false;
  const bool isRace = isOfAccesses(violation);
  const bool leaveOut =
      allCauses_ ? isOneTooMany(violation) : isRace && !keepGoing_ && ++races_ > kMostRaces;
  if (leaveOut) {
    if (isRace)
      racesLeftOut_.insert(violation.signature);
    return false;
  }
  model::FindingRecord record;
  record.kind = kindOf(violation);
  // A failure that happened to a user is one, whatever its arguments are.
  if (!violation.meetsGoal)
    record.severityReason =
        severityReasonOf(violation.kind, violation.test, *runtime::classTable(), Minimised::No);
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
  if (violations_.size() < (allCauses_ ? kMostKept : explore::FindingsLog::kMostMinimised))
    violations_.push_back(violation);
  if (isRace)
    racesByPair_.try_emplace(keyOf(violation), log_.records().size());
  last_ = log_.records().size();
  if (Result<void> added = log_.add(std::move(record)); !added)
    return added.error();
  return true;
}

// A failure with odd arguments is known, and now shows with plain ones: then this test takes its place.
bool FoundViolations::raise(const Violation& violation) {
  const std::optional<std::size_t> known = log_.find(violation.signature);
  if (!known || *known >= violations_.size())
    return false;
  model::FindingRecord& record = log_.records()[*known];
  const bool isLower = record.severityReason != model::SeverityReason::None;
  if (!isLower || withPlainArguments(violation.test, *runtime::classTable()) != violation.test)
    return false;
  record.severityReason = model::SeverityReason::None;
  record.test = violation.test;
  record.schedule = violation.schedule;
  record.minimised = false;
  violations_[*known] = violation;
  last_ = *known;
  return true;
}

model::Severity FoundViolations::lastSeverity() const {
  HEDDLE_CHECK(last_ < log_.records().size()) << "nothing was added";
  const model::FindingRecord& last = log_.records()[last_];
  return model::severityOf(last.kind, last.severityReason);
}

bool FoundViolations::lastHasOddArguments() const {
  HEDDLE_CHECK(last_ < log_.records().size()) << "nothing was added";
  const model::Test& test = log_.records()[last_].test;
  return withPlainArguments(test, *runtime::classTable()) != test;
}

Result<void> FoundViolations::minimiseLast(Examiner& examiner) {
  HEDDLE_CHECK(last_ < log_.records().size()) << "nothing was added";
  const bool isKept = last_ < violations_.size();
  if (!isKept || violations_[last_].kind == FailureKind::DataRace)
    return {};
  return minimise(last_, violations_[last_], examiner);
}

Result<void> FoundViolations::minimise(Examiner& examiner, const model::HarnessStatus& status) {
  std::size_t races = 0;
  for (bool racesNow : {false, true})
    for (std::size_t i = 0; i < violations_.size(); ++i) {
      bool isRace = isOfAccesses(violations_[i]);
      if (isRace != racesNow || log_.records()[i].minimised ||
          (isRace && ++races > kMostMinimisedRaces && !allCauses_))
        continue;
      if (status.stopRequested.load(std::memory_order_relaxed) != 0)
        return {};
      if (Result<void> done = minimise(i, violations_[i], examiner); !done)
        return done;
    }
  return log_.writeCounts();
}

Result<void> FoundViolations::minimiseGoal(Examiner& examiner) {
  for (std::size_t i = 0; i < violations_.size(); ++i)
    if (violations_[i].meetsGoal)
      return minimise(i, violations_[i], examiner);
  return {};
}

Result<void>
FoundViolations::minimise(std::size_t index, const Violation& violation, Examiner& examiner) {
  HEDDLE_CHECK(index < log_.records().size())
      << "violation " << index << " of " << log_.records().size();
  model::FindingRecord& record = log_.records()[index];
  HEDDLE_CHECK(record.signature == violation.signature)
      << "violation " << index << " is not the one in the log";
  Violation smaller = examiner.minimise(violation);
  if (!violation.meetsGoal)
    record.severityReason = smaller.severityReason;
  record.message = smaller.message;
  record.test = std::move(smaller.test);
  record.explanation = std::move(smaller.explanation);
  return log_.replaceSchedule(record, std::move(smaller.schedule));
}

} // namespace heddle::examine
