// SPDX-License-Identifier: Apache-2.0
// The order of the strategies follows AutoConTest: first the linearisations, which the oracle needs, then the predicted
// patterns; beyond the paper depth-first search within a preemption bound, which ends most tests of one call per lane
// with all their interleavings seen, and a random walk for what lies beyond the bound.
#include "synthesize/test_examination.h"

#include <algorithm>

#include "explore/access_patterns.h"
#include "explore/active_strategy.h"
#include "explore/dfs_strategy.h"
#include "explore/random_strategy.h"
#include "explore/recording.h"
#include "explore/round_robin_strategy.h"
#include "explore/serial_strategy.h"
#include "support/hash.h"
#include "synthesize/call_source.h"
#include "synthesize/explanation.h"
#include "synthesize/linearisations.h"
#include "synthesize/summary_watch.h"

namespace heddle::synthesize {

using runtime::FailureKind;
using runtime::Outcome;

namespace {

constexpr unsigned kMostEndless =
    3; // executions that run into the limit of events; more are not awaited
constexpr unsigned kMostWarmUps = 8;        // before the search; see Explorer
constexpr unsigned kMostTracings = 3;       // of each lane, while they learn
constexpr unsigned kQuietWarmUps = 2;       // in a row that learned nothing
constexpr std::size_t kMostFound = 32;      // per test
constexpr std::size_t kMostPatterns = 1000; // per pair of lanes

// Budgets are counted in executions of this many events, the usual ones: spinning must not take seconds.
constexpr std::uint64_t kUsualEvents = 1000;
// An execution much longer than the serial ones spins; it is made fair when it has shown that.
constexpr std::uint64_t kSpinningEvents = 1000;

bool isEndless(const Outcome& outcome) {
  return outcome.kind == FailureKind::Hang || outcome.kind == FailureKind::Livelock;
}

// Kinds that the oracle finds and the engine does not.
bool isOfTheOracle(const Verdict& verdict, const Outcome& outcome) {
  return verdict.kind != outcome.kind;
}

// The same kind between the same operations; for exceptions, of the same type out of the same operation.
std::uint64_t signatureOf(const Verdict& verdict, const Observation& observed) {
  Hasher hasher;
  hasher.add(static_cast<unsigned>(verdict.kind));
  if (verdict.kind == FailureKind::Exception) {
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

} // namespace

TestExamination::TestExamination(const model::Test& test,
                                 const model::HarnessRequest& request,
                                 ExecutionListener* listener,
                                 RequirementLedger& requirements)
    : test_(test), request_(request), requirements_(requirements), runner_(test, listener),
      options_(examiningOptions(request)) {
  runtime::configure(options_);
}

// While strategies follow what lanes do: they must see it also while only one can run.
void TestExamination::watchThreads(bool on) {
  options_.askWhenAlone = on;
  runtime::configure(options_);
}

bool TestExamination::isDone() const {
  if (runner_.isStopped() || wantedFound_ || goalMet_ || endless_ >= kMostEndless)
    return true;
  if (goal_ != nullptr)
    return false;
  return failureFound_ && !request_.keepGoing && !wanted_;
}

Examination TestExamination::run(const ExamineBudget& budget) {
  bool canBeExamined = lineariseAll();
  std::uint64_t left = budget.exhaustive;
  if (canBeExamined && !isDone()) {
    learnSharing();
    watchThreads(true);
    if (traceLanes() && lanesAreIndependent()) {
      examination_.exhausted = true;
    } else {
      direct(budget.directed);
      watchThreads(false);
      examination_.exhausted = searchDepthFirst(budget.preemptionBound, left);
      bool sawAll = examination_.exhausted && budget.preemptionBound < 0;
      // A small test is worth its last interleaving.
      if (examination_.exhausted && !sawAll && left > budget.exhaustive / 2)
        sawAll = searchDepthFirst(-1, left);
      if (!sawAll)
        walkRandomly(budget.random);
    }
  }
  examination_.executions = runner_.executions();
  examination_.unsupported = runner_.unsupported();
  examination_.incomplete = examination_.incomplete || !canBeExamined || oracle_.isIncomplete() ||
                            endless_ > 0 || runner_.isStopped();
  for (bool races : {false, true})
    for (Found& found : found_)
      if ((found.verdict.kind == FailureKind::DataRace) == races)
        examination_.violations.push_back(word(found));
  return std::move(examination_);
}

bool TestExamination::lineariseAll() {
  bool canBeExamined = linearise(runner_, oracle_, [&](const Outcome& outcome) {
    longestSerial_ = std::max(longestSerial_, outcome.events);
    judgeRaces();
  });
  if (oracle_.breaksSerially())
    found_.clear(); // races so far
  options_.fairAfterEvents =
      std::min(options_.fairAfterEvents, 2 * longestSerial_ + kSpinningEvents);
  runtime::configure(options_);
  return canBeExamined;
}

const Outcome& TestExamination::runAndJudge(explore::Strategy& strategy, std::uint64_t& left) {
  const Outcome& outcome = runner_.run(strategy);
  judge(outcome);
  left -= std::min(left, 1 + outcome.events / kUsualEvents);
  return outcome;
}

bool TestExamination::prepare() {
  if (!lineariseAll())
    return false;
  learnSharing();
  return !runner_.isStopped();
}

void TestExamination::judgeOnly(const Outcome& outcome) {
  found_.clear();
  judge(outcome);
}

std::vector<TestExamination::Found>::const_iterator
TestExamination::find(std::uint64_t signature) const {
  auto found = std::ranges::find_if(
      found_, [&](const Found& other) { return other.violation.signature == signature; });
  if (found != found_.end())
    return found;
  return std::ranges::find_if(
      found_, [](const Found& other) { return other.verdict.kind != FailureKind::DataRace; });
}

std::optional<Violation> TestExamination::violation(std::uint64_t signature) {
  auto found = find(signature);
  if (found == found_.end())
    return std::nullopt;
  return word(found_[static_cast<std::size_t>(found - found_.begin())]);
}

const ObservedCall* TestExamination::throwingCall(std::uint64_t signature) const {
  auto found = find(signature);
  bool isThrown = found != found_.end() && found->verdict.kind == FailureKind::Exception &&
                  found->verdict.call < observation_.calls.size();
  return isThrown ? &observation_.calls[found->verdict.call] : nullptr;
}

// ---- judging ----------------------------------------------------------------------------------------------

void TestExamination::judge(const Outcome& outcome) {
  if (runner_.isStopped())
    return;
  examination_.incomplete = examination_.incomplete || outcome.madeFair;
  endless_ += isEndless(outcome) ? 1 : 0;
  judgeFailure(outcome);
  judgeRaces();
}

void TestExamination::judgeFailure(const Outcome& outcome) {
  observe(outcome, observation_);
  Verdict verdict = oracle_.judge(observation_);
  if (verdict.kind == FailureKind::None)
    return;
  bool isOurs = isOfTheOracle(verdict, outcome);
  std::uint64_t signature =
      isOurs ? signatureOf(verdict, observation_) : explore::failureOf(outcome, 0).signature;
  bool meetsGoal = goal_ != nullptr && goal_->isMetBy(verdict, signature, outcome, observation_);
  // The same failure in another call may be known, and not be the goal.
  if (isKnown(signature) && !meetsGoal)
    return;
  Found found;
  found.verdict = verdict;
  found.violation.meetsGoal = meetsGoal;
  found.violation.kind = verdict.kind;
  found.violation.signature = signature;
  found.violation.message = isOurs ? "" : outcome.message;
  found.observed.emplace(observation_);
  add(std::move(found));
}

// Not where a precondition does not hold: two calls that destroy the same thing race for it.
void TestExamination::judgeRaces() {
  if (oracle_.breaksSerially())
    return;
  std::size_t count = 0;
  const runtime::Race* races = runtime::races(&count);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t signature = raceSignatures_.of(races[i]);
    if (isKnown(signature))
      continue;
    Found found;
    found.verdict.kind = found.violation.kind = FailureKind::DataRace;
    found.violation.signature = signature;
    found.violation.meetsGoal = goal_ != nullptr && goal_->isMetBy(races[i], signature);
    found.violation.message = explore::raceMessage(races[i]);
    add(std::move(found));
  }
}

bool TestExamination::isKnown(std::uint64_t signature) const {
  return std::ranges::any_of(
      found_, [&](const Found& found) { return found.violation.signature == signature; });
}

void TestExamination::add(Found found) {
  Violation& violation = found.violation;
  if (wanted_) {
    bool isWanted = violation.kind == wanted_->kind &&
                    (wanted_->signature == 0 || violation.signature == wanted_->signature);
    if (!isWanted)
      return;
    wantedFound_ = true;
  }
  failureFound_ = failureFound_ || violation.kind != FailureKind::DataRace;
  goalMet_ = goalMet_ || violation.meetsGoal;
  if (found_.size() >= kMostFound && !violation.meetsGoal)
    return;
  violation.test = test_;
  violation.schedule = explore::recordedSchedule();
  found_.push_back(std::move(found));
}

// Once per violation, after the search: it runs an execution, which the last one does not outlive.
Violation TestExamination::word(Found& found) {
  Violation& violation = found.violation;
  if (!found.observed)
    return std::move(violation);
  model::TestSource source = describeTest(test_);
  const Observation& observed = found.observed->get();
  if (violation.message.empty())
    violation.message = messageOf(found.verdict, observed, oracle_, source);
  violation.explanation = explain(observed, oracle_, source);
  return std::move(violation);
}

// ---- interleavings ----------------------------------------------------------------------------------------

void TestExamination::learnSharing() {
  explore::RoundRobinStrategy roundRobin;
  explore::RandomStrategy random(~request_.seed);
  unsigned quiet = 0;
  for (unsigned i = 0; i < kMostWarmUps && quiet < kQuietWarmUps && !isDone(); ++i) {
    explore::Strategy& strategy = i == 0 ? static_cast<explore::Strategy&>(roundRobin) : random;
    strategy.beginExecution(i);
    const Outcome& outcome = runner_.run(strategy);
    quiet = outcome.learnedSharing ? 0 : quiet + 1;
    judge(outcome);
  }
}

// Each lane runs alone from the end of the prefix, the others after it (AutoConTest, figure 9). False when that is not
// all a lane can do: threads of the class act on their own, or new shared memory keeps turning up.
bool TestExamination::traceLanes() {
  bool learned = !runner_.classHasThreads();
  for (unsigned i = 0; i < kMostTracings && learned && !isDone(); ++i) {
    learned = false;
    traces_.clear();
    for (unsigned lane = 1; lane <= test_.suffixes.size(); ++lane) {
      explore::SerialStrategy serial({.startSlot = runner_.startSlot(), .firstLane = lane});
      explore::AccessTracer tracer(serial, lane);
      serial.beginExecution(0);
      learned = runner_.run(tracer).learnedSharing || learned;
      judgeRaces();
      traces_.push_back(tracer.finish());
    }
  }
  if (watch_ != nullptr && traces_.size() == test_.suffixes.size())
    watch_->sawLanes(test_, traces_);
  return !learned && !traces_.empty();
}

bool TestExamination::lanesAreIndependent() const {
  for (std::size_t i = 0; i < traces_.size(); ++i)
    for (std::size_t k = i + 1; k < traces_.size(); ++k)
      if (!explore::areIndependent(traces_[i], traces_[k]))
        return false;
  return true;
}

void TestExamination::direct(std::uint64_t most) {
  for (unsigned first = 0; first < traces_.size(); ++first)
    for (unsigned second = first + 1; second < traces_.size(); ++second)
      direct(first, second, most);
}

void TestExamination::direct(unsigned first, unsigned second, std::uint64_t& left) {
  using Approach = explore::ActiveStrategy::Approach;
  const explore::LaneTrace& one = traces_[first];
  const explore::LaneTrace& other = traces_[second];
  explore::ActiveStrategy active(runner_.startSlot());
  for (const explore::AccessPattern& pattern :
       explore::predictPatterns(one, other, kMostPatterns)) {
    examination_.requirements += requirements_.predicted.insert(pattern.key).second ? 1 : 0;
    for (Approach approach : {Approach::OneByOne, Approach::BothFirst}) {
      if (left == 0 || isDone())
        break;
      active.aimAt(pattern, one, other, first + 1, second + 1, approach);
      active.beginExecution(0);
      runAndJudge(active, left);
      if (active.covered()) {
        examination_.requirementsCovered +=
            requirements_.covered.insert(pattern.key).second ? 1 : 0;
        break;
      }
    }
  }
}

// True when everything within the bound was visited.
bool TestExamination::searchDepthFirst(int preemptionBound, std::uint64_t& left) {
  explore::DfsOptions options;
  options.preemptionBound = preemptionBound;
  options.startSlot = runner_.startSlot();
  explore::DfsStrategy dfs(options);
  while (!isDone()) {
    if (!dfs.beginExecution(0))
      return !dfs.leftSomethingOut();
    if (left == 0)
      return false;
    dfs.endExecution(runAndJudge(dfs, left));
  }
  return false;
}

void TestExamination::walkRandomly(std::uint64_t left) {
  explore::RandomStrategy random(Hasher().add(request_.seed).add(model::toText(test_)).value());
  for (std::uint64_t i = 0; left > 0 && !isDone(); ++i) {
    random.beginExecution(i);
    runAndJudge(random, left);
  }
}

} // namespace heddle::synthesize
