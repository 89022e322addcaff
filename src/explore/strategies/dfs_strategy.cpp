// SPDX-License-Identifier: Apache-2.0
// Problem: run every interleaving exactly once, or every one within a bound.
// Idea: depth-first search over the choices of one execution. The stack holds the choices of the current
// path. The next execution repeats the path up to the deepest choice with an untried option (by replay from
// the start, or from a checkpoint), takes that option and then always the first one.
// Papers: stateless search is VeriSoft's (Godefroid, POPL 1997); the preemption bound is CHESS's (Musuvathi,
// Qadeer, PLDI 2007); the delay bound is that of Emmi, Qadeer, Rakamaric, "Delay-bounded scheduling" (POPL
// 2011) over a deterministic scheduler that runs a thread until it blocks and continues in a circle.
//
// How we differ. Two executions should differ in the order of their visible operations. So there is no
// choice if a thread is about to start, to create or join another, to continue after a wait or a yield, to pass
// a fence or to begin a call of a test: no other thread can see that step, so it is taken immediately (a
// persistent set of one thread). With that, and with a runtime that enables a thread only if it can complete its
// next operation, two threads of n and m operations on one atomic give exactly C(n+m, n) executions. A preemption
// is counted if the thread that made the last visible operation could continue and another one is chosen.
//
// Jobs split the tree below the choices of depth kSplitDepth: all jobs walk the top in the same order, number
// the subtrees they meet and leave those of the others immediately. A job that discovers new shared memory starts
// again, because its tree has changed. Unless all jobs have discovered the same, it then takes the whole tree.
#include "explore/strategies/dfs_strategy.h"

#include <algorithm>

#include "explore/strategies/operations.h"
#include "explore/strategies/registry.h"
#include "support/check.h"

namespace heddle::explore {

using runtime::EventKind;
using runtime::kNoThread;
using runtime::ThreadId;

namespace {

// Deep enough for 256 subtrees of two threads, so that the shares are even; walking the top costs
// each job about as many short executions.
constexpr std::size_t kSplitDepth = 8;

// A checkpoint costs about as much as forty scheduling points, and most backtracking goes a few choices
// back: one in four choices is close enough. Only the deepest are kept; those above are saved again when the
// search returns to them, which is rare.
constexpr std::size_t kCheckpointSpacing = 4;
constexpr std::size_t kMostCheckpoints = 32;

} // namespace

DfsStrategy::DfsStrategy(const DfsOptions& options) : options_(options) {
  HEDDLE_CHECK(options.preemptionBound >= -1 && options.delayBound >= -1)
      << "a bound of " << std::min(options.preemptionBound, options.delayBound);
  HEDDLE_CHECK(options.job < options.jobs)
      << "job " << options.job << " of a search with " << options.jobs << " jobs";
}

DfsStrategy::~DfsStrategy() {
  discardCheckpoints();
}

bool DfsStrategy::beginExecution(std::uint64_t) {
  if (started_ && !backtrack()) {
    discardCheckpoints();
    return false;
  }
  started_ = true;
  depth_ = 0;
  running_ = 0;
  preemptions_ = delays_ = 0;
  abandoned_ = skipping_ = false;
  resumed_.clear();
  HEDDLE_CHECK(checkpoints_.empty() || checkpoints_.back().node < stack_.size())
      << "a checkpoint of a choice that is no longer on the path";
  checkpoint_ = checkpoints_.empty() ? kSubjectStart : checkpoints_.back().slot;
  resumeNode_ = checkpoints_.empty() ? 0 : checkpoints_.back().node;
  fixed_ = stack_.size();
  return true;
}

// Moves the deepest choice that has another option to that option. Returns false if there is none.
bool DfsStrategy::backtrack() {
  while (!stack_.empty() && stack_.back().index + 1 == stack_.back().count)
    stack_.pop_back();
  while (!checkpoints_.empty() && checkpoints_.back().node >= stack_.size())
    dropDeepestCheckpoint();
  if (stack_.empty())
    return false;
  Node& node = stack_.back();
  ++node.index;
  HEDDLE_CHECK(node.index < node.count)
      << "option " << node.index << " of a choice among " << node.count;
  if (!node.enabled.empty())
    node.chosen = nextInCircle(node.enabled, node.chosen);
  return true;
}

void DfsStrategy::countPoints(std::uint64_t points) {
  points_ += points;
  if (options_.counters != nullptr)
    model::increment(options_.counters->backtrackingPoints, points);
}

void DfsStrategy::restart() {
  countPoints(-points_);
  stack_.clear();
  discardCheckpoints();
  started_ = false;
  counted_ = 0;
  prefixes_ = 0;
}

void DfsStrategy::dropDeepestCheckpoint() {
  options_.checkpoints->freeSlot(checkpoints_.back().slot);
  checkpoints_.pop_back();
}

void DfsStrategy::discardCheckpoints() {
  while (!checkpoints_.empty())
    dropDeepestCheckpoint();
}

ThreadId DfsStrategy::choose(const runtime::SchedulingPoint& point) {
  if (abandoned_)
    runtime::abandonExecution();
  if (options_.reduce) {
    ThreadId local = localStep(point);
    if (local != kNoThread)
      return local;
    if (!resumed_.empty())
      resumed_.clear();
  }
  Node node = choiceAmong(point.enabled);
  if (node.count == 1)
    return running_ = node.chosen;
  return depth_ < stack_.size() ? follow(point) : extend(node);
}

// A thread whose next step is local, preferably the current one, or kNoThread. A thread continues after a yield only
// once before another thread does something visible. Otherwise two loops that only yield would starve a third thread.
ThreadId DfsStrategy::localStep(const runtime::SchedulingPoint& point) {
  ThreadId local = kNoThread;
  forEachThread(point.enabled, [&](ThreadId thread) {
    EventKind kind = point.pending[thread].kind;
    if (!isLocal(kind) || (kind == EventKind::Yield && resumed_.contains(thread)))
      return;
    if (local == kNoThread || thread == point.current)
      local = thread;
  });
  if (local != kNoThread && point.pending[local].kind == EventKind::Yield)
    resumed_.insert(local);
  return local;
}

ThreadId DfsStrategy::follow(const runtime::SchedulingPoint& point) {
  const Node& node = stack_[depth_++];
  if (!point.enabled.contains(node.chosen) || node.enabled.empty()) {
    diverged_ = true;
    return point.enabled.first();
  }
  return apply(node);
}

// The choice at a point with these threads enabled, at its first option.
DfsStrategy::Node DfsStrategy::choiceAmong(const runtime::ThreadSet& enabled) const {
  Node node;
  node.enabled = enabled;
  node.leavesRunning = enabled.contains(running_);
  node.chosen = node.leavesRunning ? running_ : nextInCircle(enabled, running_);
  node.preemptions = preemptions_;
  node.delays = delays_;
  node.count = enabled.size();
  if (options_.preemptionBound >= 0 && node.leavesRunning &&
      preemptions_ >= options_.preemptionBound)
    node.count = 1;
  if (options_.delayBound >= 0)
    node.count = std::min(node.count, static_cast<unsigned>(options_.delayBound - delays_) + 1);
  return node;
}

ThreadId DfsStrategy::extend(const Node& node) {
  if (!mayExtend())
    runtime::abandonExecution();
  stack_.push_back(node);
  ++depth_;
  if (wantsCheckpoint() && runtime::saveCheckpoint(addCheckpoint())) {
    depth_ = resumeNode_ + 1;
    resumed_.clear();
    return apply(stack_[resumeNode_]);
  }
  return apply(stack_.back());
}

ThreadId DfsStrategy::apply(const Node& node) {
  preemptions_ = node.preemptions + (node.leavesRunning && node.index > 0 ? 1 : 0);
  delays_ = node.delays + static_cast<int>(node.index);
  return running_ = node.chosen;
}

unsigned DfsStrategy::pick(const runtime::Choice& choice) {
  if (depth_ < stack_.size()) {
    const Node& node = stack_[depth_++];
    diverged_ = diverged_ || node.count != choice.count || !node.enabled.empty();
    return std::min(node.index, choice.count - 1);
  }
  // Executions can only be abandoned at a scheduling point; the next one will do it.
  if (abandoned_ || !mayExtend())
    return 0;
  Node node;
  node.count = choice.count;
  node.preemptions = preemptions_;
  node.delays = delays_;
  stack_.push_back(node);
  ++depth_;
  return 0;
}

// Called when the path becomes longer. Returns false, and the execution must be abandoned, if the subtree that
// begins here belongs to another job or to the execution to be skipped.
bool DfsStrategy::mayExtend() {
  if (options_.jobs > 1 && depth_ == kSplitDepth && prefixes_++ % options_.jobs != options_.job)
    abandoned_ = true;
  if (!abandoned_ && counted_ == options_.skip)
    abandoned_ = skipped_ = skipping_ = true;
  return !abandoned_;
}

bool DfsStrategy::wantsCheckpoint() const {
  return options_.checkpoints != nullptr &&
         (checkpoints_.empty() ||
          stack_.size() - 1 - checkpoints_.back().node >= kCheckpointSpacing);
}

unsigned DfsStrategy::addCheckpoint() {
  unsigned slot;
  if (checkpoints_.size() < kMostCheckpoints) {
    slot = options_.checkpoints->takeSlot();
  } else {
    slot = checkpoints_.front().slot;
    checkpoints_.erase(checkpoints_.begin());
  }
  HEDDLE_CHECK(checkpoints_.empty() || checkpoints_.back().node + 1 < stack_.size())
      << "checkpoints are not in the order of their choices";
  checkpoints_.push_back({stack_.size() - 1, slot});
  return slot;
}

Ending DfsStrategy::endExecution(const Ended& ended) {
  HEDDLE_CHECK(depth_ <= stack_.size())
      << "an execution made " << depth_ << " choices, its path has " << stack_.size();
  countPoints(stack_.size() - fixed_);
  bool shortPath = options_.jobs > 1 && !abandoned_ && depth_ <= kSplitDepth;
  bool mine = shortPath ? prefixes_++ % options_.jobs == options_.job : !abandoned_;
  if (ended.outcome.learnedSharing) {
    if (mine)
      options_.jobs = 1;
    restart();
    return Ending::Restarted;
  }
  if (mine || skipping_)
    ++counted_;
  if (skipping_)
    return Ending::Skipped;
  return mine ? Ending::Counted : Ending::NotMine;
}

std::unique_ptr<Strategy> makeDfs(const StrategyContext& context) {
  DfsOptions options;
  options.preemptionBound = context.options.preemptionBound;
  options.delayBound = context.options.delayBound;
  options.checkpoints = context.options.checkpoints ? &context.subject.lease() : nullptr;
  options.jobs = context.jobs;
  options.job = context.job;
  options.skip = context.skip;
  options.counters = context.counters;
  return std::make_unique<DfsStrategy>(options);
}

} // namespace heddle::explore
