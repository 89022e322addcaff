// SPDX-License-Identifier: Apache-2.0
#include "examine/linearisations.h"

#include <algorithm>
#include <array>

#include "explore/execution_limits.h"
#include "explore/strategies/serial_strategy.h"
#include "support/check.h"
#include "trace/trace_recorder.h"

namespace heddle::examine {

using runtime::FailureKind;

namespace {

// Two lanes of two calls have six orders; only polling and many wake-ups get near this limit.
constexpr unsigned kMostSerialExecutions = 2000;
// Each takes as long as thousands of others.
constexpr unsigned kMostEndless = 3;
constexpr unsigned kMostRestarts = 8;
// With threads of the class at any time; if there are more, a sample. The second half of the sample must not show
// anything new.
constexpr unsigned kMostClassOrders = 400;
constexpr unsigned kClassSamples = 64;
constexpr unsigned kMostShifted = 200;
constexpr unsigned kMostInterrupted = 300;

// Other clocks and random numbers: time passes quickly, or all deadlines are over immediately.
struct Surroundings {
  std::uint64_t clockStep; // nanoseconds
  std::uint64_t randomSalt;
};
constexpr std::uint64_t kDay = 86'400'000'000'000;
constexpr std::array kOtherSurroundings{Surroundings{.clockStep = 1'000'000, .randomSalt = 1},
                                        Surroundings{.clockStep = 400 * kDay, .randomSalt = 2}};

class Linearisations {
public:
  Linearisations(TestSubject& subject,
                 const explore::Budget& budget,
                 Oracle& oracle,
                 const std::function<void(const runtime::Outcome&)>& each)
      : subject_(subject), budget_(budget), oracle_(oracle), each_(each) {}

  // Failed: the test cannot be examined. Broken: an invariant does not hold, and nothing else matters.
  enum class Extent : std::uint8_t { All, Some, Failed, Broken };

  Extent run(const explore::SerialOptions& options, SerialKind kind, unsigned most);
  // Returns false if the test cannot be examined.
  bool runClassOrders();
  bool runOtherSurroundings();

private:
  TestSubject& subject_;
  const explore::Budget& budget_;
  Oracle& oracle_;
  const std::function<void(const runtime::Outcome&)>& each_;
  Observation observation_;
};

Linearisations::Extent
Linearisations::run(const explore::SerialOptions& options, SerialKind kind, unsigned most) {
  explore::SerialStrategy serial(options);
  unsigned executions = 0;
  unsigned endless = 0;
  unsigned restarts = 0;
  while (executions < most && endless < kMostEndless && serial.beginExecution(executions)) {
    runtime::Outcome outcome = subject_.run(serial);
    serial.endExecution({.outcome = outcome});
    if (serial.wasEndless())
      outcome.kind = FailureKind::Livelock;
    HEDDLE_CHECK(serial.futileEvents() <= outcome.events)
        << "calls waited for " << serial.futileEvents() << " of " << outcome.events << " events";
    outcome.events -= serial.futileEvents();
    if (subject_.isStopped() || budget_.isOver() || !subject_.prefixEnded())
      return Extent::Failed;
    // A call spun on memory that was not known to be shared yet. Now it is known, so that the call can be postponed.
    if (outcome.madeFair && outcome.learnedSharing && restarts < kMostRestarts) {
      serial = explore::SerialStrategy(options);
      ++restarts;
      continue;
    }
    observe(outcome, observation_);
    observation_.wasOvertaken = serial.wasOvertaken();
    oracle_.addSerial(observation_, kind);
    endless += explore::isEndless(outcome) ? 1 : 0;
    ++executions;
    each_(outcome);
    if (outcome.kind == FailureKind::Invariant && kind == SerialKind::Usual &&
        !serial.wasOvertaken())
      return Extent::Broken;
  }
  bool ranAll = executions < most && endless < kMostEndless && !serial.leftSomethingOut();
  return ranAll ? Extent::All : Extent::Some;
}

bool Linearisations::runClassOrders() {
  using explore::ClassThreads;
  Extent orders =
      run({.classThreads = ClassThreads::AnyTime}, SerialKind::ClassOrder, kMostClassOrders);
  if (orders != Extent::Some)
    return orders != Extent::Failed;
  for (unsigned half : {1, 2}) {
    if (half == 2)
      oracle_.noteSampledOrders();
    if (run({.classThreads = ClassThreads::AtRandom, .seed = half},
            SerialKind::ClassSample,
            kClassSamples / 2) == Extent::Failed)
      return false;
  }
  return true;
}

bool Linearisations::runOtherSurroundings() {
  runtime::Options& options = subject_.options();
  const runtime::Options usual = options;
  bool canGoOn = true;
  for (const Surroundings& surroundings : kOtherSurroundings) {
    options.clockStep = surroundings.clockStep;
    options.randomSalt = surroundings.randomSalt;
    canGoOn = canGoOn && run({}, SerialKind::Surroundings, kMostShifted) != Extent::Failed;
  }
  options = usual;
  return canGoOn;
}

} // namespace

bool linearise(TestSubject& subject,
               const explore::Budget& budget,
               Oracle& oracle,
               const std::function<void(const runtime::Outcome&)>& each) {
  // The first execution builds the checkpoint, so that those that follow begin there.
  Linearisations linearisations(subject, budget, oracle, each);
  using Extent = Linearisations::Extent;
  Extent usual = linearisations.run({}, SerialKind::Usual, kMostSerialExecutions);
  if (usual == Extent::Failed)
    return false;
  if (usual == Extent::Some)
    oracle.noteIncomplete();
  if (usual != Extent::All)
    return true;
  if (subject.classHasThreads() && !linearisations.runClassOrders())
    return false;
  return !oracle.readsSurroundings() || linearisations.runOtherSurroundings();
}

namespace {

template <typename Excluded>
CallPlaces without(CallPlaces calls, Excluded isExcluded) {
  std::erase_if(calls, isExcluded);
  return calls;
}

} // namespace

void interruptWeakCalls(TestSubject& subject,
                        const explore::Budget& budget,
                        const CallParts& parts,
                        Oracle& oracle) {
  if (!parts.someMayBeWeak())
    return;
  trace::TraceRecorder recorder;
  subject.setSink(&recorder);
  CallParts withContexts;
  for (unsigned lane = 1; lane <= subject.test().suffixes.size(); ++lane) {
    explore::SerialStrategy serial({.firstLane = lane});
    serial.beginExecution(0);
    withContexts.add(recorder.finish(subject.run(serial)));
  }
  const CallPlaces weak = withContexts.weakCalls();
  explore::SerialStrategy serial({.interruptible = weak});
  Observation observation;
  unsigned endless = 0;
  bool ranAll = weak.empty();
  for (unsigned i = 0; !ranAll && i < kMostInterrupted && endless < kMostEndless; ++i) {
    ranAll = !serial.beginExecution(i);
    if (ranAll || budget.isOver())
      break;
    runtime::Outcome outcome = subject.run(serial);
    if (serial.wasEndless() || explore::isEndless(outcome)) {
      ++endless;
      continue;
    }
    observe(outcome, observation);
    // In another state it may do more than look.
    CallParts seen;
    seen.add(recorder.finish(outcome));
    bool acts =
        std::ranges::any_of(weak, [&](CallPlace call) { return seen.actsOnWhatItSaw(call); });
    if (!acts)
      oracle.addInterrupted(observation);
  }
  if (!ranAll || serial.leftSomethingOut())
    oracle.noteMoreInterrupted(
        without(weak, [&](CallPlace call) { return withContexts.changes(call); }));
  subject.setSink(nullptr);
}

} // namespace heddle::examine
