// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "explore/strategies/strategy.h"
#include "runtime/abi/calls.h"

namespace heddle::explore {

// When threads that the class started run.
enum class ClassThreads : std::uint8_t {
  ToRest,   // as soon as they can, between calls
  AnyTime,  // at any time between calls, in all ways
  AtRandom, // at any time between calls
};

struct SerialOptions {
  unsigned firstLane = 0; // the lane whose calls come first if all may; 0: any
  ClassThreads classThreads = ClassThreads::ToRest;
  std::uint64_t seed = 0; // AtRandom
  // Calls that others may interrupt: lane << 16 | index.
  std::unordered_set<std::uint32_t> interruptible{};
};

// Every execution of a class harness in which one call runs at a time (see serial_strategy.cpp).
class SerialStrategy final : public Strategy {
public:
  explicit SerialStrategy(const SerialOptions& options);

  bool beginExecution(std::uint64_t index) override;
  runtime::ThreadId choose(const runtime::SchedulingPoint& point) override;
  unsigned pick(const runtime::Choice& choice) override;
  bool leftSomethingOut() const override { return cut_; }
  // The execution was abandoned because the remaining calls wait in loops forever.
  bool wasEndless() const { return isEndless_; }
  // A call that waited was overtaken although it could have ended without others: it could continue when another one
  // began, or it waited for a thread of the class or for the time. Such an execution is possible, but its calls are not one
  // after the other.
  bool wasOvertaken() const { return wasOvertaken_; }
  // The number of events in which calls waited in loops until they were postponed.
  std::uint64_t futileEvents() const { return futileEvents_; }

private:
  struct Choice {
    unsigned index; // Invariant: index < count
    unsigned count;
  };
  struct Option {
    runtime::ThreadId thread;
    bool expires; // it is chosen to let its wait time out
  };
  using Lanes = std::array<Option, abi::kMaxLanes>;
  static constexpr unsigned kMostOptions = 16;
  using Options = std::array<Option, kMostOptions>;

  void followCall(const runtime::SchedulingPoint& point);
  bool mayBeInterrupted(const runtime::SchedulingPoint& point) const;
  bool staysWithCurrent(const runtime::SchedulingPoint& point) const;
  runtime::ThreadId chooseOutsideLanes(const runtime::SchedulingPoint& point);
  bool canGoOn(const runtime::SchedulingPoint& point) const;
  runtime::ThreadId goOnWithCall();
  runtime::ThreadId chooseAmongAll(const runtime::SchedulingPoint& point);
  unsigned threadsOfTheClass(const runtime::SchedulingPoint& point, Options& options);
  unsigned
  clientsThatMayRun(const runtime::SchedulingPoint& point, Options& options, unsigned count);
  runtime::ThreadId chooseLane(const runtime::SchedulingPoint& point);
  void beginTurn(const runtime::SchedulingPoint& point, const Option& chosen);
  void beginFutileRound(const runtime::SchedulingPoint& point);
  bool overtakes(const runtime::SchedulingPoint& point, const Option& chosen) const;
  bool hasRunSince(unsigned lane) const;
  unsigned lanesThatMayRun(const runtime::SchedulingPoint& point, Lanes& lanes);
  unsigned decide(unsigned count);
  unsigned draw(const Options& options, unsigned count);
  unsigned drawBelow(unsigned end);

  SerialOptions options_;
  std::vector<Choice> stack_;
  bool started_ = false;
  bool cut_ = false;
  std::uint64_t turn_;        // events for which a call runs alone
  bool hasLongCalls_ = false; // some call took more than spinning ones are given

  // State of the current execution:
  std::size_t depth_ = 0;
  runtime::ThreadId calling_ = runtime::kNoThread; // the lane whose call runs alone
  // Events of that call before it was last switched to. Modulo 2^64: a call that begins without a switch subtracts the
  // events before it in the segment.
  std::uint64_t turnEvents_ = 0;
  runtime::ThreadSet futile_; // lanes that spun through their turn since a call ended or blocked
  std::uint64_t futileEvents_ = 0;
  unsigned futileRounds_ = 0;    // in which all of them did
  unsigned turnsOfTheClass_ = 0; // of threads of the class since a lane or main had one
  unsigned expiries_ = 0;
  std::uint64_t random_ = 0;
  std::uint64_t tempers_ = 0; // AtRandom: decides which threads of the class hurry and which wait
  std::array<std::uint32_t, abi::kLanes> begun_{}; // calls, by lane
  // When each lane had its last turn, in turns.
  std::array<std::uint32_t, abi::kLanes> lastTurns_{};
  std::uint32_t turns_ = 0;
  bool wasOvertaken_ = false;
  bool isEndless_ = false;
};

} // namespace heddle::explore
