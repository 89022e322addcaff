// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explore/strategies/strategy.h"
#include "model/lists/counters.h"

namespace heddle::explore {

struct DfsOptions {
  static constexpr std::uint64_t kNothing = ~std::uint64_t{0};

  int preemptionBound = -1; // -1: none
  int delayBound = -1;      // -1: none
  // If not null: backtracks by checkpoints of this lease instead of replay; same executions, same order.
  const runtime::Lease* checkpoints = nullptr;
  // Leaves out choices that only repeat an order of visible operations (see dfs_strategy.cpp).
  bool reduce = true;
  unsigned jobs = 1;
  unsigned job = 0;
  std::uint64_t skip = kNothing; // ordinal of an execution that killed an earlier process
  model::LiveCounters* counters = nullptr;
};

class DfsStrategy final : public Strategy {
public:
  explicit DfsStrategy(const DfsOptions& options);
  ~DfsStrategy() override;
  DfsStrategy(const DfsStrategy&) = delete;
  DfsStrategy& operator=(const DfsStrategy&) = delete;

  bool beginExecution(std::uint64_t index) override;
  unsigned checkpoint() const override { return checkpoint_; }
  runtime::ThreadId choose(const runtime::SchedulingPoint& point) override;
  unsigned pick(const runtime::Choice& choice) override;
  Ending endExecution(const Ended& ended) override;
  bool leftSomethingOut() const override { return diverged_ || skipped_; }

private:
  // A choice with at least two options. For a choice among threads, the options are `enabled` in a circle from the
  // one that costs nothing; for a choice among waiters they are 0 .. count - 1, and `enabled` is empty.
  struct Node {
    runtime::ThreadSet enabled;
    runtime::ThreadId chosen = 0;
    bool leavesRunning = false; // every option but the first is a preemption
    unsigned index = 0;         // of the current option. Invariant: index < count
    unsigned count = 0;         // options within the bounds
    int preemptions = 0;        // spent before this choice
    int delays = 0;
  };
  struct Checkpoint {
    std::size_t node; // taken where stack_[node] was made
    unsigned slot;
  };

  bool backtrack();
  void restart();
  void countPoints(std::uint64_t points);
  void dropDeepestCheckpoint();
  void discardCheckpoints();
  runtime::ThreadId localStep(const runtime::SchedulingPoint& point);
  runtime::ThreadId follow(const runtime::SchedulingPoint& point);
  Node choiceAmong(const runtime::ThreadSet& enabled) const;
  runtime::ThreadId extend(const Node& node);
  runtime::ThreadId apply(const Node& node);
  bool mayExtend();
  bool wantsCheckpoint() const;
  unsigned addCheckpoint();

  DfsOptions options_;
  std::vector<Node> stack_;             // the choices of the current execution, oldest first
  std::vector<Checkpoint> checkpoints_; // of nodes on the stack, oldest first
  bool started_ = false;
  bool diverged_ = false; // an execution did not repeat its prefix
  bool skipped_ = false;
  std::uint64_t counted_ = 0;  // executions of this job so far
  std::uint64_t points_ = 0;   // choices made so far, each counted once
  std::uint64_t prefixes_ = 0; // subtrees met so far, in the order that all jobs share

  // State of the current execution:
  std::size_t depth_ = 0; // choices made
  std::size_t fixed_ = 0; // choices that were there when it began
  unsigned checkpoint_ = kSubjectStart;
  std::size_t resumeNode_ = 0;
  bool abandoned_ = false;
  bool skipping_ = false;         // abandoned because it must be skipped
  runtime::ThreadId running_ = 0; // the thread that made the last operation that mattered
  int preemptions_ = 0;
  int delays_ = 0;
  runtime::ThreadSet resumed_; // continued after a yield since the last operation that mattered
};

} // namespace heddle::explore
