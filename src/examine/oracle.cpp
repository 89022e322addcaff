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
// forever on an empty queue, but a producer that is not woken after the queue was cleared may not.
#include "examine/oracle.h"

#include <algorithm>
#include <array>

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

// Distinguishes hangs with different calls before them.
std::uint64_t orderedKeyOf(const Observation& observation) {
  Hasher hasher;
  hasher.add(keyOf(observation, true));
  for (const ObservedCall& call : observation.calls)
    hasher.add(call.lane).add(call.index);
  return hasher.value();
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

bool Oracle::breaksSerially() const {
  return (failedSerially_ & breakageBits()) != 0;
}

bool Oracle::sameEnding(const ObservedCall& one, const ObservedCall& other) const {
  return comparesResults_ ? one.endedLike(other) : one.hasEnded() == other.hasEnded();
}

void Oracle::stopComparing() {
  comparesResults_ = false;
  isRight_.clear();
  for (const KeptObservation& outcome : serial_)
    if (!outcome.get().isBlocked())
      isRight_.emplace(keyOf(outcome.get(), false), true);
}

void Oracle::noteUncompared(const Observation& observation) {
  for (const UncomparedCall& call : observation.notCompared)
    if (std::ranges::find(notCompared_, call) == notCompared_.end())
      notCompared_.push_back(call);
}

void Oracle::addSerial(const Observation& observation) {
  HEDDLE_CHECK(!hasJudged_) << "a serial execution is added after the first verdict";
  noteUncompared(observation);
  isIncomplete_ = isIncomplete_ || observation.madeFair;
  if (observation.kind != FailureKind::None && !observation.isBlocked()) {
    failedSerially_ |= bit(observation.kind);
    return;
  }
  exitedSerially_ = exitedSerially_ || observation.exitedEarly;
  if (kept_.insert(orderedKeyOf(observation)).second)
    serial_.emplace_back(observation);
  if (observation.resultsVary && comparesResults_)
    return stopComparing();
  if (!observation.isBlocked())
    isRight_.emplace(keyOf(observation, comparesResults_), true);
}

Verdict Oracle::judge(const Observation& observation) {
  hasJudged_ = true;
  noteUncompared(observation);
  FailureKind kind = observation.kind;
  bool isBreakage = (bit(kind) & breakageBits()) != 0;
  bool brokeSerially = breaksSerially();
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
  if (observation.resultsVary && comparesResults_)
    stopComparing();
  return judgeEnding(observation);
}

Verdict Oracle::judgeEnding(const Observation& observation) {
  if (observation.gaveUpLock)
    return {};
  if (observation.exitedEarly)
    return {.kind = exitedSerially_ ? FailureKind::None : FailureKind::ExitStatus};
  auto [known, isNew] = isRight_.try_emplace(keyOf(observation, comparesResults_));
  if (isNew)
    known->second = observation.isBlocked() ? excusesHang(observation) : !comparesResults_;
  return known->second ? Verdict{} : judgeMismatch(observation);
}

// No linearisation has this result.
Verdict Oracle::judgeMismatch(const Observation& observation) const {
  if (comparesResults_)
    for (std::size_t i = 0; i < observation.calls.size(); ++i) {
      const ObservedCall& call = observation.calls[i];
      bool throwsSerially = std::ranges::any_of(serial_, [&](const KeptObservation& outcome) {
        const ObservedCall* same = find(outcome.get(), call);
        return same != nullptr && same->endedLike(call);
      });
      if (call.ending == abi::CallEnding::Threw && !throwsSerially)
        return {.kind = FailureKind::Exception, .call = i};
    }
  return {.kind = observation.isBlocked() ? observation.kind : FailureKind::Linearizability};
}

bool Oracle::excusesHang(const Observation& hang) const {
  bool hangsSerially = false;
  bool endsBefore = false; // a serial execution ends C before any of B begins
  std::uint64_t key = keyOf(hang, comparesResults_);
  for (const KeptObservation& outcome : serial_) {
    const Observation& serial = outcome.get();
    bool sameHang = serial.isBlocked() && keyOf(serial, comparesResults_) == key;
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
  return hangsSerially && !endsBefore;
}

} // namespace heddle::examine
