// SPDX-License-Identifier: Apache-2.0
#include "explore/values/values_strategy.h"

#include <algorithm>
#include <array>

#include "explore/strategies/registry.h"
#include "support/check.h"

namespace heddle::explore::values {

using runtime::EventKind;
using runtime::FailureKind;
using runtime::kNoThread;
using runtime::SchedulingPoint;
using runtime::ThreadId;

namespace {

// A checkpoint costs about as much as forty scheduling points, so that the steps between two checkpoints are
// executed again more cheaply than saved.
constexpr std::size_t kCheckpointSpacing = 64;
constexpr std::size_t kMostCheckpoints = 32;

constexpr std::size_t kMostClasses = std::size_t{1} << 23; // remembered: half a gigabyte

} // namespace

// ---- between executions

bool ValuesStrategy::beginExecution(std::uint64_t) {
  if (started_ && !backtrack()) {
    discardCheckpoints();
    return false;
  }
  started_ = true;
  depth_ = picksMade_ = 0;
  abandoned_ = skipping_ = false;
  while (!checkpoints_.empty() && checkpoints_.back().node >= fixed_)
    dropDeepestCheckpoint();
  checkpoint_ = checkpoints_.empty() ? kSubjectStart : checkpoints_.back().slot;
  resumeNode_ = checkpoints_.empty() ? 0 : checkpoints_.back().node;
  return true;
}

// Moves the deepest node that has something left to its next pick or target. Returns false if there is none.
bool ValuesStrategy::backtrack() {
  while (length_ > 0) {
    Node& node = nodes_[length_ - 1];
    path_.truncate(static_cast<Path::Index>(std::min<std::size_t>(path_.length(), length_ - 1)));
    if (hasOtherPick(node) || hasOtherTarget(node)) {
      fixed_ = length_;
      return true;
    }
    popNode();
  }
  fixed_ = 0;
  return false;
}

bool ValuesStrategy::hasOtherPick(Node& node) {
  while (!node.picks.empty()) {
    Pick& pick = node.picks.back();
    if (++pick.tried < pick.count) {
      for (ThreadId thread : node.woken)
        wokenBy_[thread] = Path::kNone;
      node.woken.clear();
      ahead_.clear();
      return true;
    }
    node.picks.pop_back();
  }
  return false;
}

bool ValuesStrategy::hasOtherTarget(Node& node) {
  unlink(node);
  node.asleep.push_back(node.operation);
  dropDisabledTargets(node);
  if (node.targets.empty()) {
    link(length_ - 1); // popNode undoes it
    return false;
  }
  node.operation = node.targets.first();
  ahead_ = node.targets.takeFirst();
  link(length_ - 1);
  return true;
}

// A target is refuted if its thread cannot continue here. That is expected if it waits for an object (mayLeaveDisabled)
// or yields; otherwise the strategy does not know enough about the operation.
void ValuesStrategy::dropDisabledTargets(Node& node) {
  while (!node.targets.empty() && !node.enabled.contains(node.targets.first().thread)) {
    const Operation& refuted = node.targets.first();
    leftOut_ = leftOut_ || (!isBlocking(refuted.kind) && refuted.thread != node.yielding);
    node.targets.takeFirst();
  }
}

void ValuesStrategy::popNode() {
  unlink(nodes_[length_ - 1]);
  --length_;
}

// Makes the step of the node the last one of its thread.
void ValuesStrategy::link(std::size_t index) {
  Node& node = nodes_[index];
  ThreadId thread = node.operation.thread;
  if (thread >= lastNode_.size()) {
    lastNode_.resize(thread + 1u, Path::kNone);
    wokenBy_.resize(thread + 1u, Path::kNone);
  }
  node.previous = lastNode_[thread];
  node.wokenBy = wokenBy_[thread];
  lastNode_[thread] = static_cast<Path::Index>(index);
  wokenBy_[thread] = Path::kNone;
  node.picks.clear();
  node.woken.clear();
}

void ValuesStrategy::unlink(const Node& node) {
  for (ThreadId thread : node.woken)
    wokenBy_[thread] = Path::kNone;
  lastNode_[node.operation.thread] = node.previous;
  wokenBy_[node.operation.thread] = node.wokenBy;
}

void ValuesStrategy::restart() {
  discardCheckpoints();
  path_.truncate(0);
  length_ = fixed_ = 0;
  std::ranges::fill(lastNode_, Path::kNone);
  std::ranges::fill(wokenBy_, Path::kNone);
  ahead_.clear();
  classes_.clear();
  started_ = false;
  counted_ = 0;
}

// ---- during an execution

ThreadId ValuesStrategy::choose(const SchedulingPoint& point) {
  picksMade_ = 0;
  if (depth_ >= fixed_)
    return extend(point);
  if (!point.enabled.contains(nodes_[depth_].operation.thread)) {
    leftOut_ = true; // the execution did not repeat its prefix
    abandon();
  }
  return follow();
}

// Repeats the next node. Uses nothing of the point: after a checkpoint was restored it is an old one.
ThreadId ValuesStrategy::follow() {
  return nodes_[depth_++].operation.thread;
}

ThreadId ValuesStrategy::extend(const SchedulingPoint& point) {
  if (counted_ == options_.skip && !skipping_) {
    skipping_ = leftOut_ = true;
    abandon();
  }
  pending_ = point.pending;
  if (depth_ > 0)
    noteWoken(point);
  Node& node = pushNode(point);
  dropDisabledTargets(node);
  ThreadId thread = node.targets.empty() ? defaultThread(node, point) : node.targets.first().thread;
  if (thread == kNoThread)
    abandon(); // the node is not in use yet
  ThreadId picked = node.targets.empty() ? kNoThread : node.targets.first().other;
  node.operation = operationOf(thread, point.pending[thread]);
  if (mayWakeOthers(node.operation.kind))
    node.operation.other = picked;
  if (!node.targets.empty())
    ahead_ = node.targets.takeFirst();
  link(length_++);
  if (wantsCheckpoint() && runtime::saveCheckpoint(addCheckpoint()))
    depth_ = resumeNode_;
  return follow();
}

ValuesStrategy::Node& ValuesStrategy::pushNode(const SchedulingPoint& point) {
  if (length_ == nodes_.size())
    nodes_.emplace_back();
  Node& node = nodes_[length_];
  node.enabled = point.enabled;
  node.yielding = point.currentYields ? point.current : kNoThread;
  node.isBacktrackingPoint = false;
  node.targets = std::move(ahead_);
  ahead_.clear();
  inheritSleep(node);
  return node;
}

// What is asleep stays so until something in conflict with it is executed.
void ValuesStrategy::inheritSleep(Node& node) const {
  node.asleep.clear();
  if (length_ == 0)
    return;
  const Node& above = nodes_[length_ - 1];
  for (const Operation& operation : above.asleep)
    if (operation.thread != above.operation.thread && !areInConflict(operation, above.operation))
      node.asleep.push_back(operation);
}

// The thread that ran last as long as it can, then the next one in a circle. Threads that would only let time pass or end
// the program come last. Returns kNoThread if all are asleep: every
// value schedule that begins like this has been executed.
ThreadId ValuesStrategy::defaultThread(const Node& node, const SchedulingPoint& point) const {
  ThreadId best = kNoThread;
  ThreadId thread = point.current;
  for (unsigned left = node.enabled.size(); left > 0; --left) {
    if (left != node.enabled.size() || !node.enabled.contains(thread))
      thread = nextInCircle(node.enabled, thread);
    if (std::ranges::find(node.asleep, thread, &Operation::thread) != node.asleep.end())
      continue;
    EventKind kind = point.pending[thread].kind;
    bool isReluctant = kind == EventKind::Exit || kind == EventKind::Sleep || isWaiting(thread);
    if (!isReluctant)
      return thread;
    if (best == kNoThread)
      best = thread;
  }
  return best;
}

Operation ValuesStrategy::operationOf(ThreadId thread,
                                      const runtime::PendingOperation& pending) const {
  Operation operation{.site = pending.site,
                      .address = pending.address,
                      .size = pending.size,
                      .kind = pending.kind,
                      .isWrite = pending.isWrite,
                      .thread = thread};
  if (pending.kind == EventKind::ThreadJoin)
    operation.other = runtime::joinedThread(pending);
  if (pending.kind != EventKind::CondWait)
    return operation;
  if (isWaiting(thread))
    operation.kind = EventKind::Timeout;
  else
    operation.mutex = runtime::releasedMutex(thread);
  return operation;
}

// Whether the last step of the thread was to wait. If it is enabled nevertheless, its wait can time out.
bool ValuesStrategy::isWaiting(ThreadId thread) const {
  return thread < lastNode_.size() && lastNode_[thread] != Path::kNone &&
         isWait(nodes_[lastNode_[thread]].operation.kind) && wokenBy_[thread] == Path::kNone;
}

// Which threads the last step has created or woken.
void ValuesStrategy::noteWoken(const SchedulingPoint& point) {
  Node& waker = nodes_[depth_ - 1];
  if (!mayWakeOthers(waker.operation.kind))
    return;
  auto by = static_cast<Path::Index>(depth_ - 1);
  forEachThread(point.enabled, [&](ThreadId thread) {
    if (thread < lastNode_.size() && lastNode_[thread] != Path::kNone)
      return;
    if (point.pending[thread].kind != EventKind::ThreadStart || waker.enabled.contains(thread))
      return;
    if (thread >= lastNode_.size()) {
      lastNode_.resize(thread + 1u, Path::kNone);
      wokenBy_.resize(thread + 1u, Path::kNone);
    }
    wokenBy_[thread] = by;
    waker.woken.push_back(thread);
  });
  for (ThreadId thread = 0; thread < lastNode_.size(); ++thread)
    if (isWokenBy(waker, thread, point)) {
      wokenBy_[thread] = by;
      waker.woken.push_back(thread);
    }
}

bool ValuesStrategy::isWokenBy(const Node& waker,
                               ThreadId thread,
                               const SchedulingPoint& point) const {
  if (lastNode_[thread] == Path::kNone || wokenBy_[thread] != Path::kNone ||
      thread == waker.operation.thread)
    return false;
  const Operation& wait = nodes_[lastNode_[thread]].operation;
  return isWait(wait.kind) && wait.address == waker.operation.address &&
         point.pending[thread].kind != wait.kind;
}

unsigned ValuesStrategy::pick(const runtime::Choice& choice) {
  if (depth_ == 0)
    return 0;
  Node& node = nodes_[depth_ - 1];
  if (picksMade_ == node.picks.size()) {
    const ThreadId* end = choice.threads + choice.count;
    const ThreadId* wanted = std::find(choice.threads, end, node.operation.other);
    unsigned first =
        picksMade_ == 0 && wanted != end ? static_cast<unsigned>(wanted - choice.threads) : 0;
    node.picks.push_back({.count = choice.count, .first = first});
  }
  unsigned option = std::min(node.picks[picksMade_].current(), choice.count - 1);
  if (picksMade_++ == 0)
    node.operation.other = choice.threads[option];
  return option;
}

void ValuesStrategy::abandon() {
  abandoned_ = true;
  runtime::abandonExecution();
}

// ---- after an execution

Ending ValuesStrategy::endExecution(const Ended& ended) {
  if (ended.outcome.learnedSharing) {
    restart();
    return Ending::Restarted;
  }
  HEDDLE_CHECK(depth_ <= length_) << "an execution made " << depth_ << " steps of " << length_;
  if (skipping_) {
    ++counted_;
    return Ending::Skipped;
  }
  analyse(ended.outcome);
  return abandoned_ ? Ending::NotMine : judgeClass();
}

Ending ValuesStrategy::judgeClass() {
  if (classes_.size() < kMostClasses && !classes_.insert(path_.classHash()).second)
    return Ending::NotMine;
  ++counted_;
  return Ending::Counted;
}

// Adds the targets of the steps that are new.
void ValuesStrategy::analyse(const runtime::Outcome& outcome) {
  for (Path::Index step = path_.length(); step < depth_; ++step) {
    reversible_.clear();
    path_.append(nodes_[step].operation, nodes_[step].wokenBy, reversible_);
    for (Path::Index trigger : reversible_)
      addTarget(trigger, nodes_[step].operation, step);
    addTimeouts(step);
  }
  if (abandoned_ || outcome.kind != FailureKind::None)
    addBlockedThreads();
  if (!abandoned_ && outcome.kind != FailureKind::None && depth_ > 0)
    continueAfterFailure();
}

// A notification that wakes a thread whose wait could have timed out instead.
void ValuesStrategy::addTimeouts(Path::Index notification) {
  const Node& node = nodes_[notification];
  if (node.operation.kind != EventKind::CondSignal &&
      node.operation.kind != EventKind::CondBroadcast)
    return;
  for (ThreadId thread : node.woken)
    if (node.enabled.contains(thread))
      insertAt(notification,
               {{.address = node.operation.address,
                 .kind = EventKind::Timeout,
                 .isWrite = true,
                 .thread = thread}});
}

// Threads that wait for a lock at the end could have taken it before its holder.
void ValuesStrategy::addBlockedThreads() {
  std::array<runtime::BlockedThread, runtime::kMaxThreads> blocked;
  unsigned count = runtime::blockedThreads(blocked.data(), blocked.size());
  for (unsigned i = 0; i < count; ++i) {
    ThreadId thread = blocked[i].thread;
    if (isWait(blocked[i].operation) || blocked[i].operation == EventKind::ThreadJoin)
      continue;
    Operation pending{.address = blocked[i].address,
                      .kind = blocked[i].operation,
                      .isWrite = true,
                      .thread = thread};
    reversible_.clear();
    Path::Index wokenBy = thread < wokenBy_.size() ? wokenBy_[thread] : Path::kNone;
    path_.findReversible(pending, wokenBy, reversible_);
    for (Path::Index trigger : reversible_)
      addTarget(trigger, pending, path_.length());
  }
}

// The step that failed cut off what the other threads would have done. They go on while it is asleep.
void ValuesStrategy::continueAfterFailure() {
  Node& node = nodes_[depth_ - 1];
  node.operation.ends = true;
  if (!node.targets.empty())
    return;
  ThreadId other = kNoThread;
  forEachThread(node.enabled, [&](ThreadId thread) {
    bool isAsleep = std::ranges::find(node.asleep, thread, &Operation::thread) != node.asleep.end();
    if (other == kNoThread && thread != node.operation.thread && !isAsleep)
      other = thread;
  });
  if (other != kNoThread)
    insertAt(static_cast<Path::Index>(depth_ - 1), {operationOf(other, pending_[other])});
}

// Rule 2: `target` is to come before `trigger`, after what it needs: the steps up to `end` that do not depend on the
// trigger.
void ValuesStrategy::addTarget(Path::Index trigger, const Operation& target, Path::Index end) {
  std::vector<Operation> sequence;
  for (Path::Index step = trigger + 1; step < end; ++step)
    if (!path_.happensBefore(trigger, step))
      sequence.push_back(nodes_[step].operation);
  sequence.push_back(target);
  insertAt(trigger, std::move(sequence));
}

// Whether the executions that began with `operation`, which is asleep, had the order of the sequence.
bool ValuesStrategy::isCoveredBy(const Operation& operation,
                                 const std::vector<Operation>& sequence) {
  bool isPart = std::ranges::find(sequence, operation.thread, &Operation::thread) != sequence.end();
  return (isPart || !operation.ends) && canComeFirst(operation, sequence);
}

void ValuesStrategy::insertAt(Path::Index trigger, std::vector<Operation> sequence) {
  Node& node = nodes_[trigger];
  for (const Operation& operation : node.asleep)
    if (isCoveredBy(operation, sequence))
      return;
  if (sequence.size() == 1 && !node.enabled.contains(sequence.front().thread) &&
      isBlocking(sequence.front().kind))
    return;
  if (node.targets.insert(std::move(sequence)))
    node.isBacktrackingPoint = true;
}

// ---- checkpoints

bool ValuesStrategy::wantsCheckpoint() const {
  std::size_t last = checkpoints_.empty() ? 0 : checkpoints_.back().node;
  return options_.checkpoints != nullptr && length_ - 1 - last >= kCheckpointSpacing;
}

unsigned ValuesStrategy::addCheckpoint() {
  unsigned slot;
  if (checkpoints_.size() < kMostCheckpoints) {
    slot = options_.checkpoints->takeSlot();
  } else {
    slot = checkpoints_.front().slot;
    checkpoints_.erase(checkpoints_.begin());
  }
  checkpoints_.push_back({length_ - 1, slot});
  return slot;
}

void ValuesStrategy::dropDeepestCheckpoint() {
  options_.checkpoints->freeSlot(checkpoints_.back().slot);
  checkpoints_.pop_back();
}

void ValuesStrategy::discardCheckpoints() {
  while (!checkpoints_.empty())
    dropDeepestCheckpoint();
}

} // namespace heddle::explore::values

namespace heddle::explore {

std::unique_ptr<Strategy> makeValues(const StrategyContext& context) {
  values::ValuesOptions options;
  options.checkpoints = context.options.checkpoints ? &context.subject.lease() : nullptr;
  options.skip = context.skip;
  options.counters = context.counters;
  return std::make_unique<values::ValuesStrategy>(options);
}

} // namespace heddle::explore
