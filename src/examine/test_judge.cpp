// SPDX-License-Identifier: Apache-2.0
#include "examine/test_judge.h"

#include <algorithm>
#include <array>

#include "examine/explanation.h"
#include "explore/execution_limits.h"
#include "explore/recording.h"
#include "explore/signature.h"
#include "support/check.h"
#include "support/hash.h"

namespace heddle::examine {

using runtime::FailureKind;
using runtime::Outcome;

namespace {

constexpr unsigned kMostEndless =
    3; // executions that run into the limit of events; more are not awaited
constexpr std::size_t kMostFound = 32; // per test

// Kinds that say nothing about what else may fail: the search continues after them.
bool isIncidental(FailureKind kind) {
  return kind == FailureKind::DataRace || kind == FailureKind::EscapedReference;
}

// Kinds that the oracle finds and the engine does not.
bool isOfTheOracle(const Verdict& verdict, const Outcome& outcome) {
  return verdict.kind != outcome.kind;
}

// The search continues after it.
bool isWeakByDesign(const Verdict& verdict) {
  return verdict.kind == FailureKind::WeakConsistency;
}

// The same kind between the same operations; for exceptions, of the same type out of the same operation.
std::uint64_t signatureOf(const Verdict& verdict, const Observation& observed) {
  Hasher hasher;
  hasher.add(static_cast<unsigned>(verdict.kind));
  if (verdict.kind == FailureKind::Exception) {
    HEDDLE_CHECK(verdict.call < observed.calls.size())
        << "call " << verdict.call << " threw, " << observed.calls.size() << " were observed";
    const ObservedCall& call = observed.calls[verdict.call];
    return hasher.add(call.operation).add(call.value).value();
  }
  std::vector<std::uint16_t> operations;
  for (const ObservedCall& call : observed.calls)
    if (call.lane != abi::kEpilogueLane)
      operations.push_back(call.operation);
  std::ranges::sort(operations);
  for (std::uint16_t operation : operations)
    hasher.add(operation);
  return hasher.value();
}

// The call that returned the reference is the one that its thread was in.
model::Message messageOfEscape(const runtime::Race& race) {
  const bool isFirst = isReferenceUse(race.firstSite);
  const runtime::ThreadId thread = isFirst ? race.firstThread : race.secondThread;
  const std::uint64_t step = isFirst ? race.firstStep : race.secondStep;
  std::size_t count = 0;
  const runtime::CallRecord* records = runtime::callRecords(&count);
  for (std::size_t i = 0; i < count; ++i)
    if (runtime::laneThread(records[i].lane) == thread && records[i].firstEvent <= step &&
        (records[i].lastEvent == 0 || step <= records[i].lastEvent))
      return referenceEscapes(records[i].call->operation);
  return {};
}

// Whether threads wait for locks in both objects.
bool waitsForBoth() {
  constexpr std::size_t kMostBlocked = abi::kMaxLanes + 1;
  std::array<runtime::BlockedThread, kMostBlocked> blocked;
  const std::size_t count = runtime::blockedThreads(blocked.data(), blocked.size());
  std::array<bool, abi::kMaxObjects> awaited{};
  for (std::size_t i = 0; i < count; ++i)
    for (unsigned object = 0; object < abi::kMaxObjects; ++object) {
      const std::uintptr_t begin = runtime::objectAddress(object);
      awaited[object] = awaited[object] || (begin != 0 && blocked[i].address - begin <
                                                              runtime::classTable()->objectSize);
    }
  return std::ranges::all_of(awaited, [](bool isAwaited) { return isAwaited; });
}

// A deadlock of two objects is not the deadlock of one object in the same methods: only a hazard, perhaps.
std::uint64_t signatureOf(const Outcome& outcome) {
  std::uint64_t signature = explore::failureOf(outcome, 0).signature;
  return outcome.kind == FailureKind::Deadlock && waitsForBoth()
             ? Hasher().add(signature).add(abi::kMaxObjects).value()
             : signature;
}

} // namespace

bool TestJudge::isSatisfied() const {
  if (subject_.isStopped() || wantedFound_ || goalMet_ || endless_ >= kMostEndless)
    return true;
  return goal_ == nullptr && failureFound_ && !keepGoing_ && !wanted_;
}

bool TestJudge::judgeFailure(std::uint64_t execution, const Outcome& outcome) {
  endless_ += explore::isEndless(outcome) ? 1 : 0;
  observe(outcome, observation_);
  Verdict verdict = oracle_.judge(observation_);
  if (verdict.kind == FailureKind::None)
    return false;
  bool isOurs = isOfTheOracle(verdict, outcome);
  std::uint64_t signature = isOurs ? signatureOf(verdict, observation_) : signatureOf(outcome);
  bool meetsGoal = goal_ != nullptr && goal_->isMetBy(verdict, signature, outcome, observation_);
  // The same failure in another call may be known, and not be the goal.
  if (isKnown(signature) && !meetsGoal)
    return !isWeakByDesign(verdict);
  FoundViolation found;
  found.verdict = verdict;
  found.violation.meetsGoal = meetsGoal;
  found.violation.kind = verdict.kind;
  found.violation.signature = signature;
  if (!isOurs)
    found.violation.message = model::messageOf(outcome.message);
  if (verdict.kind == FailureKind::Invariant && oracle_.breaksInvariantSerially())
    found.violation.message.id = model::MessageId::InvariantBrokenAlone;
  found.observed.emplace(observation_);
  add(execution, std::move(found));
  return !isWeakByDesign(verdict);
}

// Not if a precondition does not hold: two calls that destroy the same object race for it.
bool TestJudge::judgesRaces() const {
  return !oracle_.breaksSerially();
}

void TestJudge::sawRace(std::uint64_t execution,
                        const Outcome& /*outcome*/,
                        const runtime::Race& race,
                        std::uint64_t signature) {
  if (isKnown(signature))
    return;
  FoundViolation found;
  found.verdict.kind = found.violation.kind =
      isReferenceUse(race.firstSite) || isReferenceUse(race.secondSite)
          ? FailureKind::EscapedReference
          : FailureKind::DataRace;
  found.violation.signature = signature;
  found.violation.meetsGoal = goal_ != nullptr && goal_->isMetBy(race, signature);
  found.violation.message = found.verdict.kind == FailureKind::DataRace ? explore::raceMessage(race)
                                                                        : messageOfEscape(race);
  add(execution, std::move(found));
}

bool TestJudge::isKnown(std::uint64_t signature) const {
  return std::ranges::any_of(
      found_, [&](const FoundViolation& found) { return found.violation.signature == signature; });
}

void TestJudge::add(std::uint64_t execution, FoundViolation found) {
  Violation& violation = found.violation;
  HEDDLE_CHECK(violation.kind == found.verdict.kind) << "a violation differs from its verdict";
  HEDDLE_CHECK(violation.meetsGoal || !isKnown(violation.signature))
      << "the violation with signature " << violation.signature << " is found twice";
  if (wanted_) {
    bool isWanted = violation.kind == wanted_->kind &&
                    (wanted_->signature == 0 || violation.signature == wanted_->signature);
    if (!isWanted)
      return;
    wantedFound_ = true;
  }
  failureFound_ =
      failureFound_ || (!isIncidental(violation.kind) && !isWeakByDesign(found.verdict));
  goalMet_ = goalMet_ || violation.meetsGoal;
  if (found_.size() >= kMostFound && !violation.meetsGoal)
    return;
  violation.execution = execution;
  violation.test = subject_.test();
  violation.schedule = explore::recordedSchedule();
  found_.push_back(std::move(found));
}

FoundViolation* TestJudge::find(std::uint64_t signature) {
  auto found = std::ranges::find_if(
      found_, [&](const FoundViolation& other) { return other.violation.signature == signature; });
  if (found == found_.end())
    found = std::ranges::find_if(
        found_, [](const FoundViolation& other) { return !isIncidental(other.verdict.kind); });
  return found == found_.end() ? nullptr : &*found;
}

const ObservedCall* TestJudge::throwingCall(std::uint64_t signature) {
  const FoundViolation* found = find(signature);
  bool isThrown = found != nullptr && found->verdict.kind == FailureKind::Exception &&
                  found->verdict.call < observation_.calls.size();
  return isThrown ? &observation_.calls[found->verdict.call] : nullptr;
}

} // namespace heddle::examine
