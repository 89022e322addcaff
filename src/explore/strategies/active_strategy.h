// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_set>
#include <vector>

#include "explore/strategies/strategy.h"
#include "patterns/pattern_predictor.h"

namespace heddle::explore {

// Makes predicted patterns happen, one per execution; see active_strategy.cpp.
class ActiveStrategy final : public Strategy {
public:
  static constexpr std::uint64_t kNothing = ~std::uint64_t{0};

  struct Options {
    bool pairs = true; // PatternPredictor::Options::pairs
    // What threads do when each of them goes first, if known. Null: the strategy finds out by executions. Not owned.
    const patterns::Profiles* profiles = nullptr;
    unsigned jobs = 1;
    unsigned job = 0;
    std::uint64_t skip = kNothing; // ordinal of an execution that killed an earlier process
  };

  explicit ActiveStrategy(const Options& options);

  bool beginExecution(std::uint64_t index) override;
  runtime::ThreadId choose(const runtime::SchedulingPoint& point) override;
  unsigned pick(const runtime::Choice&) override { return 0; }
  bool wantsTrace() const override { return options_.profiles == nullptr; }
  bool watchesAll() const override { return true; }
  Ending endExecution(const Ended& ended) override;
  const Requirements* requirements() const override { return &requirements_; }

private:
  enum class Approach : std::uint8_t {
    OneByOne,  // the second thread starts when the first has made its access
    BothFirst, // the second thread first reaches its access and stops before it
  };
  // How threads take turns in an execution that observes what they do.
  struct Tour {
    runtime::ThreadId leader; // goes first, then those created after it, then those before it
    bool eager;               // a new thread runs before the one that created it continues
  };
  struct Target {
    const patterns::PatternStep* step;
    bool stopBefore;
    std::uint32_t passed; // how often its thread has made this access in this execution
  };

  void planTours(unsigned threads);
  runtime::ThreadId chooseOnTour(const runtime::SchedulingPoint& point);
  Ending endTour(const Ended& ended);
  bool learn(const trace::ExecutionTrace& trace);
  void predict();

  void aim();
  runtime::ThreadId chooseAimed(const runtime::SchedulingPoint& point);
  runtime::ThreadId chooseOther(const runtime::SchedulingPoint& point) const;
  bool isInvolved(runtime::ThreadId thread) const;
  bool isAbout(const Target& target, const runtime::PendingOperation& pending) const;
  bool isParked(runtime::ThreadId thread, const runtime::SchedulingPoint& point) const;
  bool isInTheWay(runtime::ThreadId thread, const runtime::SchedulingPoint& point) const;
  void noteSeen(const runtime::SchedulingPoint& point);
  runtime::ThreadId pass(runtime::ThreadId thread, const runtime::SchedulingPoint& point);

  Options options_;
  patterns::PatternPredictor predictor_;
  patterns::Profiles profiles_;
  std::unordered_set<std::uint64_t> shapes_;         // of the profiles, by thread
  std::unordered_set<const abi::SiteRecord*> sites_; // of their accesses
  std::deque<patterns::AccessPattern> patterns_;     // to be aimed at; the first is being aimed at
  std::uint64_t predicted_ = 0;                      // so far, the same in all jobs
  Requirements requirements_;
  std::vector<Tour> tours_;
  std::size_t tour_ = 0; // the next one
  unsigned rounds_ = 0;  // of all tours
  bool learned_ = false; // in this round
  std::uint64_t counted_ = 0;

  // State of the current execution:
  bool isTour_ = false;
  bool isSkipped_ = false;
  Approach approach_ = Approach::OneByOne;
  std::vector<Target> targets_;
  std::size_t at_ = 0;      // the next target
  runtime::ThreadSet seen_; // threads that exist
};

} // namespace heddle::explore
