// SPDX-License-Identifier: Apache-2.0
#include "reproduce/failure_goal.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "crash/canonical_name.h"
#include "crash/demangle.h"
#include "examine/test_subject.h"
#include "explore/execution_limits.h"
#include "explore/request_options.h"
#include "explore/strategies/replay_strategy.h"
#include "support/check.h"

namespace heddle::reproduce {

using runtime::FailureKind;
using runtime::ThreadId;

namespace {

constexpr unsigned kMostBlocked = 64;

// Demangles the name of a type.
std::string typeName(const char* mangled) {
  static constexpr std::string_view kPrefix = "typeinfo name for ";
  std::string name = crash::demangled(std::string("_ZTS") + mangled);
  return crash::canonicalText(name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : name);
}

bool isUnqualifiedEnd(const std::string& full, const std::string& name) {
  return full == name || full.ends_with("::" + name);
}

} // namespace

bool FailureGoal::isCallOf(unsigned targetThread, unsigned operation) const {
  if (targetThread >= target_.threads.size())
    return true;
  const std::vector<std::uint16_t>& operations = target_.threads[targetThread].operations;
  return operations.empty() || std::ranges::find(operations, operation) != operations.end();
}

bool FailureGoal::threwIt(const examine::ObservedCall& call) const {
  if (!isCallOf(0, call.operation))
    return false;
  if (target_.exceptionType.empty() || call.exceptionType == nullptr || *call.exceptionType == '\0')
    return true;
  return isUnqualifiedEnd(typeName(call.exceptionType),
                          crash::canonicalText(target_.exceptionType));
}

// Every thread of the stack has its own call that does not end.
bool FailureGoal::isDeadlockOf(const examine::Observation& observation) const {
  std::vector<bool> used(observation.calls.size());
  for (unsigned i = 0; i < target_.threads.size(); ++i) {
    bool found = false;
    for (std::size_t k = 0; k < observation.calls.size() && !found; ++k) {
      const examine::ObservedCall& call = observation.calls[k];
      found = !used[k] && !call.hasEnded() && isCallOf(i, call.operation);
      used[k] = used[k] || found;
    }
    if (!found)
      return false;
  }
  return true;
}

bool FailureGoal::isMetBy(const examine::Verdict& verdict,
                          std::uint64_t signature,
                          const runtime::Outcome& outcome,
                          const examine::Observation& observation) {
  const bool isLibraryCheck = verdict.kind == FailureKind::Assert &&
                              (outcome.message.id == abi::MessageId::LibraryAssertion ||
                               outcome.message.id == abi::MessageId::LibraryAssertionAnywhere);
  if (rejected_.contains(signature) ||
      !model::isCompatible(target_, static_cast<model::FindingKind>(verdict.kind), isLibraryCheck))
    return false;
  if (verdict.kind == FailureKind::Exception && outcome.kind != FailureKind::Exception)
    return threwIt(observation.calls[verdict.call]);
  if (observation.isBlocked())
    return isDeadlockOf(observation);
  for (const examine::ObservedCall& call : observation.calls)
    if (!call.hasEnded() && runtime::laneThread(call.lane) == outcome.thread)
      return isCallOf(0, call.operation);
  return isCallOf(0, ~0u);
}

bool FailureGoal::isMetBy(const runtime::Race& race, std::uint64_t signature) {
  if (rejected_.contains(signature) || target_.kind != model::FindingKind::DataRace)
    return false;
  // If a variable is accessed several times, two detectors name different accesses: one of the lines is enough.
  auto meet = [&](const abi::SiteRecord* first, const abi::SiteRecord* second) {
    if (places_.size() < 2)
      return places_[0].isSite(first);
    return places_[0].isNear(first) && places_[1].isNear(second) &&
           (places_[0].isSite(first) || places_[1].isSite(second));
  };
  return meet(race.firstSite, race.secondSite) || meet(race.secondSite, race.firstSite);
}

// ---- the calling context ----------------------------------------------------------------------------------

Presence FailureGoal::confirm(const examine::Violation& violation) {
  HEDDLE_CHECK(violation.meetsGoal) << "a violation is confirmed that does not meet the goal";
  HEDDLE_CHECK(!places_.empty()) << "there is no stack to compare with";
  if (violation.kind == FailureKind::DataRace || !places_[0].isKnown())
    return Presence::There;
  runtime::Options options = explore::optionsOf(request_);
  options.everyAccessIsAPoint = true;
  options.traceFunctions = true;
  bool endless = violation.kind == FailureKind::Hang || violation.kind == FailureKind::Livelock;
  options.limits = explore::replayLimits(violation.schedule, endless, request_.maxEvents);
  examine::TestSubject subject(violation.test, options, nullptr);
  subject.setSink(&recorder_);
  explore::ReplayStrategy replay(violation.schedule);
  replay.beginExecution(0);
  const runtime::Outcome& outcome = subject.runFrom(runtime::Run::kFromStart, replay);
  FollowedStacks stacks(places_);
  stacks.visitAll(recorder_.finish(outcome));
  switch (outcome.kind) {
  case FailureKind::None:
    return presenceOfThrow(stacks);
  case FailureKind::Exception: // where it was thrown, not where `noexcept` stopped it
    return presenceOfThrow(stacks, outcome.thread);
  case FailureKind::Deadlock:
  case FailureKind::LostWakeup:
    return waitsAtPoints(stacks) ? Presence::There : Presence::Elsewhere;
  default:
    Presence presence = stacks.presence(0, outcome.thread, outcome.site);
    return presence == Presence::There && !isNamedAlike(violation.kind) ? Presence::Near : presence;
  }
}

// A kernel only sees that an access was wild, a signal handler only that the process ended; sanitizers know more.
bool FailureGoal::isNamedAlike(FailureKind kind) const {
  using enum model::FindingKind;
  return target_.kind == None || target_.kind == Crash || target_.kind == Abort ||
         target_.kind == static_cast<model::FindingKind>(kind);
}

// An exception that a thread passes on (std::rethrow_exception) was thrown somewhere else.
Presence FailureGoal::presenceOfThrow(const FollowedStacks& stacks, ThreadId thread) {
  bool hasBeenThere = stacks.hasBeenAt(0, thread);
  std::optional<Presence> thrown = stacks.thrown(0, thread);
  if (!thrown)
    return hasBeenThere ? Presence::There : Presence::Elsewhere;
  return hasBeenThere ? std::max(*thrown, Presence::Near) : *thrown;
}

Presence FailureGoal::presenceOfThrow(const FollowedStacks& stacks) const {
  std::size_t count = 0;
  const runtime::CallRecord* records = runtime::callRecords(&count);
  Presence best = Presence::Elsewhere;
  for (const runtime::CallRecord& record : std::span(records, count))
    if (record.result.ending == abi::CallEnding::Threw && isCallOf(0, record.call->operation))
      best = std::max(best, presenceOfThrow(stacks, runtime::laneThread(record.lane)));
  return best;
}

bool FailureGoal::waitsAtPoints(const FollowedStacks& stacks) const {
  std::array<runtime::BlockedThread, kMostBlocked> blocked;
  unsigned count = runtime::blockedThreads(blocked.data(), kMostBlocked);
  for (unsigned i = 0; i < places_.size(); ++i) {
    bool isThere = !places_[i].isKnown();
    for (unsigned k = 0; k < count && !isThere; ++k)
      isThere = stacks.presence(i, blocked[k].thread, nullptr) != Presence::Elsewhere;
    if (!isThere)
      return false;
  }
  return true;
}

bool FailureGoal::isNear(const abi::SiteRecord* site) {
  return std::ranges::any_of(places_, [&](TargetPlace& place) { return place.isNear(site); });
}

} // namespace heddle::reproduce
