// SPDX-License-Identifier: Apache-2.0
// Problem: is what happened in an execution a violation of thread safety?
// Idea: the class is its own specification. An execution is right if a client could have seen the same in some
// linearisation of the calls: the same calls ended in the same way, and the calls after them gave the same answers.
// An engine failure is a violation if no linearisation fails. A test that breaks the class even in a serial execution
// (a precondition does not hold) says nothing about thread safety, so no such failure is reported for it.
// Papers: the oracle is that of Pradel, Gross, "Fully automatic and precise detection of thread safety violations"
// (PLDI 2012), which AutoConTest uses, too; results are compared as in Burckhardt et al., "Line-up" (PLDI 2010).
//
// Hangs, by maximal progress: let C be the calls that ended and B the others. A hang is right if the calls of B also
// block when they begin only after all of C, with the same results. If C cannot end that way before some of B begins (a
// barrier, an exchanger), the hang is right if some serial execution hangs with the same C. So a consumer may wait
// forever on an empty queue, but a producer that is not woken after the queue was cleared may not. If the class has a
// separate method for waking (notify), a serial execution that hangs with the same C is enough: a call that changes
// something need not wake any thread. If every serial execution hangs, a hang in which
// no call ends shows nothing: an object that is used like that (a latch for one thread by two) always hangs.
//
// A serial execution in which a call waited and was overtaken by others, although it could have continued or would have been
// woken without them, is not one call after the other (explore/strategies/serial_strategy.h): a method that checks, waits and
// acts would be right otherwise. What happens there is only right if other serial executions have the same results, const
// methods aside. Only if no serial execution ends otherwise (a barrier), these count as well.
//
// Clocks, random numbers and threads of the class. From the end of the prefix on, the clock stands still and each call
// has its own random numbers, so that results can be compared although calls read them (runtime/calls.h). Only where the
// schedule has an influence (a wait timed out, a call slept) they may differ. Which results depend on them show serial
// executions with another clock and other numbers: only those results are then left out, and named. Likewise, threads
// of the class run at any time between calls in further serial executions. If there are too many of those, a sample
// shows which results depend on these threads.
#include "examine/oracle.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "support/check.h"
#include "support/hash.h"

namespace heddle::examine {

using runtime::FailureKind;

namespace {

std::uint32_t bit(FailureKind kind) {
  return 1u << static_cast<unsigned>(kind);
}

// What a violated precondition can look like, in one order this, in another that.
constexpr std::array kBreakages{FailureKind::Crash,
                                FailureKind::Exception,
                                FailureKind::Assert,
                                FailureKind::Abort,
                                FailureKind::UseAfterFree,
                                FailureKind::HeapOverflow,
                                FailureKind::DoubleFree,
                                FailureKind::BadFree,
                                FailureKind::StackOverflow,
                                FailureKind::LockMisuse,
                                FailureKind::Invariant};

std::uint32_t breakageBits() {
  std::uint32_t bits = 0;
  for (FailureKind kind : kBreakages)
    bits |= bit(kind);
  return bits;
}

constexpr std::array kEndless{FailureKind::Hang, FailureKind::Livelock};

std::uint32_t endlessBits() {
  return bit(kEndless[0]) | bit(kEndless[1]);
}

const ObservedCall* find(const Observation& observation, const ObservedCall& call) {
  auto found = std::ranges::find_if(
      observation.calls, [&](const ObservedCall& other) { return other.isSameCall(call); });
  return found == observation.calls.end() ? nullptr : &*found;
}

// In which the calls began.
std::uint64_t orderOf(const Observation& observation) {
  Hasher hasher;
  for (const ObservedCall& call : observation.calls)
    hasher.add(call.place());
  return hasher.value();
}

// Distinguishes hangs with different calls before them.
std::uint64_t orderedKeyOf(const Observation& observation) {
  return Hasher().add(keyOf(observation, {})).add(orderOf(observation)).value();
}

} // namespace

KeptObservation::KeptObservation(const Observation& observation) : observation_(observation) {
  texts_.reserve(2 * observation.calls.size());
  for (ObservedCall& call : observation_.calls) {
    call.exceptionType = texts_.emplace_back(call.exceptionType).c_str();
    call.text = texts_.emplace_back(call.text).c_str();
  }
}

bool Oracle::showsSerially(FailureKind kind) const {
  return (failedSerially_ & bit(kind)) != 0;
}

bool Oracle::breaksInvariantSerially() const {
  return showsSerially(FailureKind::Invariant);
}

bool Oracle::breaksSerially() const {
  return (failedSerially_ & breakageBits()) != 0;
}

void Oracle::noteUncompared(const UncomparedCall& call) {
  if (std::ranges::find(notCompared_, call) == notCompared_.end())
    notCompared_.push_back(call);
}

void Oracle::noteUncompared(const Observation& observation) {
  for (const UncomparedCall& call : observation.notCompared)
    noteUncompared(call);
}

void Oracle::noteReturned(const Observation& observation) {
  for (const ObservedCall& call : observation.calls)
    if (call.lane != abi::kEpilogueLane && call.ending == abi::CallEnding::Returned &&
        std::ranges::find(returned_, call.operation) == returned_.end())
      returned_.push_back(call.operation);
}

void Oracle::addSerial(const Observation& observation, SerialKind kind) {
  HEDDLE_CHECK(!hasJudged_) << "a serial execution is added after the first verdict";
  noteUncompared(observation);
  noteReturned(observation);
  bool isShifted = kind == SerialKind::Surroundings;
  isIncomplete_ = isIncomplete_ || (observation.madeFair && !isShifted);
  bool isUsual = kind == SerialKind::Usual;
  if ((isUsual || isShifted) && (observation.kind == FailureKind::None || observation.isBlocked()))
    resultsByOrder_[orderOf(observation)][isShifted ? 1 : 0].add(observation);
  if (isShifted && observation.isBlocked())
    shiftedHangs_.emplace_back(observation);
  // A failure that needs threads of the class at a certain time is not a mistake of the caller.
  if (observation.kind != FailureKind::None && (!observation.isBlocked() || !isUsual)) {
    failedSerially_ |= isUsual && !observation.wasOvertaken ? bit(observation.kind) : 0;
    return;
  }
  exitedSerially_ = exitedSerially_ || observation.exitedEarly;
  allHang_ = allHang_ && observation.isBlocked();
  for (const ObservedCall& call : observation.calls)
    if (call.timeDependent)
      readers_[call.place()].insert(call.draws);
  if (observation.wasOvertaken) {
    if (!isShifted)
      results_[static_cast<std::size_t>(kind)].addConst(observation);
    if (!isShifted && keptOvertaken_.insert(orderedKeyOf(observation)).second)
      overtaken_.emplace_back(observation);
    return;
  }
  if (!isShifted)
    results_[static_cast<std::size_t>(kind)].add(observation);
  if (kept_.insert(orderedKeyOf(observation)).second)
    (isShifted ? shifted_ : serial_).emplace_back(observation);
}

void Oracle::addInterrupted(const Observation& observation) {
  HEDDLE_CHECK(!hasJudged_) << "an interrupted execution is added after the first verdict";
  if (observation.kind == FailureKind::None && kept_.insert(orderedKeyOf(observation)).second)
    interrupted_.emplace_back(observation);
}

// All serial executions are known.
void Oracle::finishSerial() {
  // Calls that need each other (a barrier) have no other way to end.
  if (std::ranges::all_of(serial_,
                          [](const KeptObservation& each) { return each.get().isBlocked(); })) {
    std::ranges::move(overtaken_, std::back_inserter(serial_));
    overtaken_.clear();
  }
  const auto& [usual, ordered, sampled] = results_;
  // The same order of calls has other results at other times.
  for (const auto& [order, results] : resultsByOrder_)
    if (!results[0].empty() && !results[1].empty()) {
      dependsOnSurroundings_.merge(results[0].newIn(results[1]));
      dependsOnSurroundings_.merge(results[1].newIn(results[0]));
    }
  dependsOnClassOrder_ = usual.newIn(ordered);
  dependsOnClassOrder_.merge(usual.newIn(sampled));
  for (bool otherSurroundings : {false, true})
    for (bool sampledOrders : {false, true})
      fill(comparisons_[2 * otherSurroundings + sampledOrders], otherSurroundings, sampledOrders);
}

void Oracle::fill(Comparison& comparison, bool otherSurroundings, bool sampledOrders) {
  if (otherSurroundings)
    comparison.leftOut = dependsOnSurroundings_;
  if (sampledOrders)
    comparison.leftOut.insert(dependsOnClassOrder_.begin(), dependsOnClassOrder_.end());
  for (std::size_t i = 0; i < serial_.size(); ++i) {
    const Observation& serial = serial_[i].get();
    if (serial.isBlocked())
      continue;
    bool isNew = comparison.isRight.emplace(keyOf(serial, comparison.leftOut), true).second;
    if (isNew && sampledOrders && i >= sampled_)
      comparison.isPossible = false; // more samples would show more
  }
  for (const KeptObservation& outcome : interrupted_)
    comparison.isWeak.insert(keyOf(outcome.get(), comparison.leftOut));
  fillOvertaken(comparison);
  comparison.leftOutWeak = comparison.leftOut;
  comparison.leftOutWeak.insert(weakCalls_.begin(), weakCalls_.end());
  for (const KeptObservation& outcome : serial_)
    if (!weakCalls_.empty() && !outcome.get().isBlocked())
      comparison.isRightWithoutWeak.insert(keyOf(outcome.get(), comparison.leftOutWeak));
  // If the combination of results still depends on the surroundings, it is not clear on which of them.
  if (otherSurroundings)
    for (const KeptObservation& outcome : shifted_)
      if (!outcome.get().isBlocked() &&
          !comparison.isRight.contains(keyOf(outcome.get(), comparison.leftOut)))
        comparison.isPossible = false;
  if (comparison.isPossible)
    return;
  comparison.isWeak.clear();
  comparison.isRightWithoutWeak.clear();
  comparison.isOvertaken.clear();
  // Hangs are still compared: by which calls ended.
  comparison.isRight.clear();
  for (const KeptObservation& outcome : serial_)
    for (const ObservedCall& call : outcome.get().calls)
      comparison.leftOut.insert(call.place());
}

// A call that never does so in a serial execution: nothing is known about what follows from it.
bool Oracle::readsUnexpectedly(const Observation& observation) const {
  return std::ranges::any_of(observation.calls, [&](const ObservedCall& call) {
    return call.timeDependent && call.lane != abi::kEpilogueLane &&
           !readers_.contains(call.place());
  });
}

// The epilogue runs alone: what it reads follows from the state that the other calls left.
bool Oracle::surroundingsDiffer(const Observation& observation) const {
  return observation.surroundingsVaried ||
         std::ranges::any_of(observation.calls, [&](const ObservedCall& call) {
           if (call.draws == 0 || call.lane == abi::kEpilogueLane)
             return false;
           auto known = readers_.find(call.place());
           return known == readers_.end() || !known->second.contains(call.draws);
         });
}

// Threads of the class that wait for the time run at times that no order shows.
bool Oracle::classOrderIsUnknown(const Observation& observation) const {
  return observation.withClassThreads && (ordersAreSampled_ || surroundingsDiffer(observation));
}

Oracle::Comparison& Oracle::comparisonFor(const Observation& observation) {
  return comparisons_[2 * surroundingsDiffer(observation) + classOrderIsUnknown(observation)];
}

Verdict Oracle::judge(const Observation& observation) {
  if (!hasJudged_)
    finishSerial();
  hasJudged_ = true;
  noteUncompared(observation);
  noteReturned(observation);
  FailureKind kind = observation.kind;
  bool isBreakage = (bit(kind) & breakageBits()) != 0;
  bool brokeSerially = breaksSerially();
  if (kind == FailureKind::Invariant && breaksInvariantSerially())
    return {.kind = kind};
  if (isBreakage)
    return {.kind = brokeSerially ? FailureKind::None : kind};
  if ((bit(kind) & endlessBits()) != 0) {
    bool excused = (failedSerially_ & endlessBits()) != 0 || brokeSerially || isIncomplete_;
    return {.kind = excused ? FailureKind::None : kind};
  }
  if (kind != FailureKind::None && !observation.isBlocked())
    return {.kind = showsSerially(kind) ? FailureKind::None : kind};
  if (brokeSerially || isIncomplete_)
    return {};
  return judgeEnding(observation);
}

Verdict Oracle::judgeEnding(const Observation& observation) {
  if (observation.gaveUpLock || (observation.lockWasHeld && !observation.isBlocked()))
    return {};
  if (observation.exitedEarly)
    return {.kind = exitedSerially_ ? FailureKind::None : FailureKind::ExitStatus};
  Comparison& comparison = comparisonFor(observation);
  noteLeftOut(observation, comparison);
  bool isUnknown =
      !comparison.isPossible || (surroundingsDiffer(observation) && readsUnexpectedly(observation));
  if (isUnknown && !observation.isBlocked())
    return {};
  auto [known, isNew] = comparison.isRight.try_emplace(keyOf(observation, comparison.leftOut));
  if (isNew)
    known->second = observation.isBlocked() ? excusesHang(observation, comparison)
                                            : differsOnlyInConst(observation, comparison);
  return known->second ? Verdict{} : judgeMismatch(observation, comparison);
}

void Oracle::noteLeftOut(const Observation& observation, const Comparison& comparison) {
  using enum model::NotCompared;
  bool differ = surroundingsDiffer(observation);
  bool sampled = classOrderIsUnknown(observation);
  for (const ObservedCall& call : observation.calls) {
    if (differ &&
        (dependsOnSurroundings_.contains(call.place()) ||
         (call.timeDependent && (!comparison.isPossible || !readers_.contains(call.place())))))
      noteUncompared({.operation = call.operation, .reason = ReadsClock});
    if (sampled && (dependsOnClassOrder_.contains(call.place()) || !comparison.isPossible))
      noteUncompared({.operation = call.operation, .reason = ClassThreads});
  }
}

void Oracle::fillOvertaken(Comparison& comparison) const {
  comparison.leftOutConst = comparison.leftOut;
  for (const KeptObservation& outcome : overtaken_) {
    if (!outcome.get().isBlocked())
      comparison.isOvertaken.insert(keyOf(outcome.get(), comparison.leftOut));
    for (const ObservedCall& call : outcome.get().calls)
      if (call.isConst)
        comparison.leftOutConst.insert(call.place());
  }
  for (const KeptObservation& outcome : serial_)
    if (!overtaken_.empty() && !outcome.get().isBlocked())
      comparison.isRightWithoutConst.insert(keyOf(outcome.get(), comparison.leftOutConst));
}

bool Oracle::differsOnlyInConst(const Observation& observation, const Comparison& comparison) {
  return comparison.isOvertaken.contains(keyOf(observation, comparison.leftOut)) &&
         comparison.isRightWithoutConst.contains(keyOf(observation, comparison.leftOutConst));
}

bool Oracle::isWeakByDesign(const Observation& observation, const Comparison& comparison) {
  return !observation.isBlocked() &&
         (comparison.isWeak.contains(keyOf(observation, comparison.leftOut)) ||
          comparison.isRightWithoutWeak.contains(keyOf(observation, comparison.leftOutWeak)));
}

// No linearisation has this result.
Verdict Oracle::judgeMismatch(const Observation& observation, const Comparison& comparison) const {
  if (isWeakByDesign(observation, comparison))
    return {.kind = FailureKind::WeakConsistency};
  for (std::size_t i = 0; i < observation.calls.size(); ++i) {
    const ObservedCall& call = observation.calls[i];
    if (call.ending != abi::CallEnding::Threw || comparison.leftOut.contains(call.place()))
      continue;
    bool throwsSerially = std::ranges::any_of(serial_, [&](const KeptObservation& outcome) {
      const ObservedCall* same = find(outcome.get(), call);
      return same != nullptr && same->endedLike(call);
    });
    if (!throwsSerially)
      return {.kind = FailureKind::Exception, .call = i};
  }
  return {.kind = observation.isBlocked() ? observation.kind : FailureKind::Linearizability};
}

bool Oracle::excusesHang(const Observation& hang, const Comparison& comparison) const {
  bool noneEnded = std::ranges::none_of(hang.calls, &ObservedCall::hasEnded);
  if (allHang_ && noneEnded && !hang.isLockCycle)
    return true;
  const std::uint64_t key = keyOf(hang, comparison.leftOut);
  // At another time, calls in some order wait forever, too.
  if (surroundingsDiffer(hang) &&
      std::ranges::any_of(shiftedHangs_, [&](const KeptObservation& serial) {
        return keyOf(serial.get(), comparison.leftOut) == key;
      }))
    return true;
  auto sameEnding = [&](const ObservedCall& one, const ObservedCall& other) {
    return comparison.leftOut.contains(one.place()) ? one.hasEnded() == other.hasEnded()
                                                    : one.endedLike(other);
  };
  bool hangsSerially = false;
  bool endsBefore = false; // a serial execution ends C before any of B begins
  for (const KeptObservation& outcome : serial_) {
    const Observation& serial = outcome.get();
    bool sameHang = serial.isBlocked() && keyOf(serial, comparison.leftOut) == key;
    hangsSerially = hangsSerially || sameHang;
    std::uint64_t lastEnd = 0;
    bool allEnded = std::ranges::all_of(hang.calls, [&](const ObservedCall& call) {
      const ObservedCall* same = find(serial, call);
      if (!call.hasEnded())
        return true;
      lastEnd = same == nullptr ? lastEnd : std::max(lastEnd, same->ended);
      return same != nullptr && sameEnding(*same, call);
    });
    bool othersLater = std::ranges::all_of(serial.calls, [&](const ObservedCall& call) {
      const ObservedCall* inHang = find(hang, call);
      return (inHang != nullptr && inHang->hasEnded()) || call.began >= lastEnd;
    });
    if (allEnded && othersLater && sameHang)
      return true;
    endsBefore = endsBefore || (allEnded && othersLater);
  }
  return hangsSerially && (!endsBefore || notifiesSeparately_);
}

} // namespace heddle::examine
