// SPDX-License-Identifier: Apache-2.0
// Problem: execute every value schedule of a program, that is every order of the accesses that are in conflict, and the
// promising ones first. Interleavings that differ only in the order of other accesses are the same value schedule.
// Idea: at an access (the trigger) a search either executes it (Rule 1) or lets another thread execute a certain access in
// conflict with it first (Rule 2, the target). Switching for a named target says what the switch is for, so that an
// execution that cannot reach its target is given up.
// Paper: Jun Chen, "Guided testing of concurrent programs using value schedules" (PhD thesis, Waterloo, 2009), sections
// 5.3, 6.1 and 6.2.
//
// How we differ. The thesis takes targets from static analysis and finds out by execution which of them exist. Here an
// execution shows which accesses were in conflict (path.cpp), and each pair that could have come in the other order gives
// a backtracking point at the earlier access, with the later one as its target and with the steps that it needs
// (target_tree.h). Such a target can be reached, so that no execution in order is in vain, and nothing depends on static
// facts: they only name targets for executions out of order (previews.h).
// - The fulfilment stack is the sequence of steps that leads to a target. A third thread that is needed is part of it. The
//   suspended thread is not: the trigger and what depends on it are left out.
// - A trigger that was executed is asleep in the executions after it until something in conflict with it is executed (sleep
//   sets; Godefroid, LNCS 1032, 1996). With the trees of targets this is optimal partial-order reduction (Abdulla, Aronis,
//   Jonsson, Sagonas, JACM 2017): each value schedule is executed once in order. The subsets of reads that a write can come
//   after follow from it without a rule of their own.
// - Another instance of a target, in a loop, is a pair of its own.
// - Locks: a lock is compared with the lock before it, not with the unlock in between. After the target has its lock, its
//   thread runs to the unlock because the trigger is not enabled before. At a deadlock the locks that threads wait for are
//   targets too.
// - Waits: a wait is in conflict with notifications (WN) and releases its mutex; a notified wait locks it again (WM, WW).
//   Which waiter a notification wakes is a choice, and all are tried; the thesis leaves this open.
// - A step at which the program failed is kept from running, and the other threads continue, because what they would have done
//   is not known otherwise.
// - Prefixes are executed again, or restored from a checkpoint if they are long.
#include "explore/values/values_strategy.h"

#include <algorithm>
#include <array>
#include <utility>

#include "explore/strategies/registry.h"
#include "support/check.h"

namespace heddle::explore::values {

using runtime::EventKind;
using runtime::FailureKind;
using runtime::kNoThread;
using runtime::SchedulingPoint;
using runtime::ThreadId;

namespace {

constexpr std::size_t kMostCheckpoints = 32;

// Static analysis takes about as long as so many executions of a small program. Most bugs are found before.
constexpr std::uint64_t kLateFacts = 512;

} // namespace

ValuesStrategy::ValuesStrategy(const ValuesOptions& options)
    : options_(options), previews_(options.focus),
      previewRun_({.accessibility = options.accessibility, .feedback = options.feedback}) {}

// ---- between executions

bool ValuesStrategy::beginExecution(std::uint64_t) {
  if (options_.isIdle)
    return false;
  abandoned_ = skipping_ = false;
  if (!hasFacts_ && options_.facts && options_.outOfOrder && counted_ >= options_.factsAfter)
    askForFacts();
  bool afterPreview = isPreview_;
  isPreview_ = isPreviewDue();
  if (isPreview_) {
    beginPreview();
    return true;
  }
  if (started_ && !backtrack()) {
    discardCheckpoints();
    return false;
  }
  beginInOrder();
  if (afterPreview)
    checkpoint_ = kSubjectStart; // a trace continues that of the execution before
  return true;
}

// Executions out of order are at most half of all, so that a search that has to visit everything takes at most twice as
// long, and they are left out when nothing is left to be visited in order.
bool ValuesStrategy::isPreviewDue() const {
  return started_ && !previews_.empty() && tally_.outOfOrder <= tally_.schedules;
}

void ValuesStrategy::beginPreview() {
  checkpoint_ = kSubjectStart;
  previewRun_.begin(previews_.takeBest());
  count(&ValuesTally::outOfOrder, &model::LiveCounters::outOfOrderExecutions);
  if (previewRun_.isAimed())
    count(&ValuesTally::aimed, &model::LiveCounters::aimedExecutions);
}

// The steps that are there have not been compared with the facts; those to come will be.
void ValuesStrategy::askForFacts() {
  const analysis::AccessFacts& facts = options_.facts();
  hasFacts_ = true;
  previews_.use(facts);
  previewRun_.use(facts);
  for (Path::Index step = 0; step < path_.length(); ++step)
    previews_.addPartners(steps_, step);
}

void ValuesStrategy::beginInOrder() {
  started_ = true;
  depth_ = picksMade_ = 0;
  while (!checkpoints_.empty() && checkpoints_.back().step >= fixed_)
    dropDeepestCheckpoint();
  checkpoint_ = checkpoints_.empty() ? kSubjectStart : checkpoints_.back().slot;
  resumeStep_ = checkpoints_.empty() ? 0 : checkpoints_.back().step;
}

// Moves the deepest step that has something left to its next pick or target. Returns false if there is none.
bool ValuesStrategy::backtrack() {
  while (steps_.size() > 0) {
    path_.truncate(
        static_cast<Path::Index>(std::min<std::size_t>(path_.length(), steps_.size() - 1)));
    if (hasOtherPick() || hasOtherTarget()) {
      fixed_ = steps_.size();
      return true;
    }
    steps_.pop();
  }
  fixed_ = 0;
  return false;
}

bool ValuesStrategy::hasOtherPick() {
  Step& step = steps_.back();
  while (!step.picks.empty()) {
    if (Pick& pick = step.picks.back(); ++pick.tried < pick.count) {
      steps_.repeatBack();
      ahead_.clear();
      return true;
    }
    step.picks.pop_back();
  }
  return false;
}

bool ValuesStrategy::hasOtherTarget() {
  Step& step = steps_.back();
  step.asleep.push_back(step.operation);
  dropDisabledTargets(step, steps_.size() - 1);
  if (step.targets.empty())
    return false;
  Operation next = step.targets.first();
  takeFirstTarget(step);
  if (step.haveYielded.contains(next.thread))
    next = {.kind = EventKind::Yield, .thread = next.thread};
  steps_.replaceBack(next);
  return true;
}

// What follows the first target, or all targets if its thread must continue after a yield before: sequences leave yields out.
void ValuesStrategy::takeFirstTarget(Step& step) {
  if (step.haveYielded.contains(step.targets.first().thread))
    ahead_ = std::exchange(step.targets, {});
  else
    ahead_ = step.targets.takeFirst();
}

// A target is refuted if its thread cannot continue here. That is expected if it waits for an object (mayLeaveDisabled; or
// for an initialisation, whose end is not a step, so that its thread had to come first) or if it spins; otherwise the strategy does not know enough about the operation.
void ValuesStrategy::dropDisabledTargets(Step& step, std::size_t index) {
  while (!step.targets.empty() && !step.enabled.contains(step.targets.first().thread)) {
    const Operation& refuted = step.targets.first();
    leftOut_ = leftOut_ || (!isBlocking(refuted.kind) && refuted.thread != step.yielding &&
                            !steps_.isHeldBefore(index, refuted.mutex));
    step.targets.takeFirst();
  }
}

void ValuesStrategy::restart() {
  discardCheckpoints();
  path_.truncate(0);
  steps_.clear();
  ahead_.clear();
  classes_.clear();
  previews_.clear();
  forgetTally();
  fixed_ = 0;
  started_ = false;
  counted_ = 0;
}

// ---- during an execution

ThreadId ValuesStrategy::choose(const SchedulingPoint& point) {
  if (counted_ == options_.skip && depth_ >= fixed_) {
    skipping_ = leftOut_ = true;
    abandon();
  }
  if (isPreview_) {
    ThreadId thread = previewRun_.choose(point);
    if (thread == kNoThread)
      abandon();
    return thread;
  }
  picksMade_ = 0;
  if (depth_ >= fixed_)
    return extend(point);
  ThreadId next = steps_[depth_].operation.thread;
  if (!point.enabled.contains(next) && !(point.currentYields && next == point.current)) {
    leftOut_ = true; // the execution did not repeat its beginning
    abandon();
  }
  return follow();
}

// Repeats the next step. Uses nothing of the point: after a checkpoint was restored it is an old one.
ThreadId ValuesStrategy::follow() {
  return steps_[depth_++].operation.thread;
}

ThreadId ValuesStrategy::extend(const SchedulingPoint& point) {
  pending_ = point.pending;
  Step& step = steps_.prepare(point);
  inheritSleep(step);
  step.targets = std::move(ahead_);
  ahead_.clear();
  dropDisabledTargets(step, steps_.size());
  bool isGuided = !step.targets.empty();
  ThreadId thread = isGuided ? step.targets.first().thread : steps_.defaultThread(step, point);
  if (thread == kNoThread)
    abandon(); // every value schedule that begins like this has been executed
  if (isGuided) {
    step.wanted = step.targets.first().other;
    takeFirstTarget(step);
  }
  step.operation = steps_.operationOf(thread, point.pending[thread]);
  steps_.push();
  if (wantsCheckpoint() && runtime::saveCheckpoint(addCheckpoint()))
    depth_ = resumeStep_;
  return follow();
}

// What is asleep stays so until something in conflict with it is executed.
void ValuesStrategy::inheritSleep(Step& step) const {
  if (steps_.size() == 0)
    return;
  const Step& above = steps_[steps_.size() - 1];
  for (const Operation& operation : above.asleep)
    if (operation.thread != above.operation.thread && !areInConflict(operation, above.operation))
      step.asleep.push_back(operation);
}

unsigned ValuesStrategy::pick(const runtime::Choice& choice) {
  if (isPreview_)
    return previewRun_.pick(choice);
  if (depth_ == 0)
    return 0;
  Step& step = steps_[depth_ - 1];
  if (picksMade_ == step.picks.size()) {
    const ThreadId* end = choice.threads + choice.count;
    const ThreadId* wanted = std::find(choice.threads, end, step.wanted);
    unsigned first =
        picksMade_ == 0 && wanted != end ? static_cast<unsigned>(wanted - choice.threads) : 0;
    step.picks.push_back({.count = choice.count, .first = first});
  }
  unsigned option = std::min(step.picks[picksMade_].current(), choice.count - 1);
  if (picksMade_++ == 0)
    step.operation.other = choice.threads[option];
  return option;
}

// An execution that looks for a target is watched between scheduling points, too: the branch that it takes may lead away
// from the target.
runtime::EventSink* ValuesStrategy::watcher() {
  return isPreview_ && previewRun_.isAimed() && options_.accessibility && options_.feedback
             ? this
             : nullptr;
}

void ValuesStrategy::onEvent(const runtime::Event& event) {
  if (!previewRun_.mayStillReach(event))
    abandon();
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
  if (skipping_) {
    ++counted_;
    return Ending::Skipped;
  }
  if (isPreview_ && previewRun_.isAimed() && previewRun_.hasReached())
    count(&ValuesTally::reached, &model::LiveCounters::reachedTargets);
  if (!isPreview_) {
    HEDDLE_CHECK(depth_ <= steps_.size())
        << "an execution made " << depth_ << " steps of " << steps_.size();
    analyse(ended.outcome);
  }
  if (!abandoned_)
    return judgeClass(isPreview_ ? previewRun_.classHash() : path_.classHash());
  count(&ValuesTally::abandoned, &model::LiveCounters::abandonedExecutions);
  return Ending::NotMine;
}

Ending ValuesStrategy::judgeClass(std::uint64_t hash) {
  if (!classes_.insert(hash)) {
    count(&ValuesTally::repeated, &model::LiveCounters::repeatedSchedules);
    return Ending::NotMine;
  }
  count(&ValuesTally::schedules, &model::LiveCounters::valueSchedules);
  ++counted_;
  return Ending::Counted;
}

void ValuesStrategy::count(std::uint64_t ValuesTally::* tally,
                           std::atomic<std::uint64_t> model::LiveCounters::* counter) {
  ++(tally_.*tally);
  if (options_.counters != nullptr)
    model::increment(options_.counters->*counter);
}

// Counters go back to what they were before the search.
void ValuesStrategy::forgetTally() {
  if (model::LiveCounters* counters = options_.counters) {
    model::increment(counters->valueSchedules, -tally_.schedules);
    model::increment(counters->backtrackingPoints, -tally_.points);
    model::increment(counters->outOfOrderExecutions, -tally_.outOfOrder);
    model::increment(counters->abandonedExecutions, -tally_.abandoned);
    model::increment(counters->repeatedSchedules, -tally_.repeated);
    model::increment(counters->aimedExecutions, -tally_.aimed);
    model::increment(counters->reachedTargets, -tally_.reached);
  }
  tally_ = {};
}

// Adds the targets of the steps that are new.
void ValuesStrategy::analyse(const runtime::Outcome& outcome) {
  std::size_t releases = 0;
  runtime::releases(&releases);
  leftOut_ = leftOut_ || releases == runtime::kMaxReleases; // there may have been more
  if (depth_ > 0 && depth_ == steps_.size()) {
    steps_.noteReleases();
    steps_.noteFailure(outcome);
  }
  for (Path::Index index = path_.length(); index < depth_; ++index) {
    const Step& step = steps_[index];
    reversible_.clear();
    path_.append(step.operation, step.wokenBy, reversible_);
    for (Path::Index trigger : reversible_) {
      if (options_.outOfOrder)
        previews_.noteOrder(steps_[trigger].operation, step.operation);
      addTarget(trigger, step.operation, index);
    }
    addTimeouts(index);
    if (hasFacts_)
      previews_.addPartners(steps_, index);
  }
  if (abandoned_ || outcome.kind != FailureKind::None)
    addBlockedThreads();
  if (!abandoned_ && outcome.kind != FailureKind::None && !isAllBlocked(outcome.kind) && depth_ > 0)
    continueAfterFailure();
}

// A notification that wakes a thread whose wait could have timed out instead, at the last step where that was possible. It
// is not possible while another thread holds the mutex of the wait.
void ValuesStrategy::addTimeouts(Path::Index notification) {
  for (ThreadId thread : steps_[notification].woken) {
    Path::Index wait = path_.lastOf(thread);
    if (wait == Path::kNone || !isWait(steps_[wait].operation.kind))
      continue;
    Path::Index at = notification;
    while (at > wait && !steps_[at].enabled.contains(thread))
      --at;
    if (at > wait)
      insertAt(at,
               {{.address = steps_[wait].operation.address,
                 .mutex = steps_[wait].operation.mutex,
                 .kind = EventKind::Timeout,
                 .isWrite = true,
                 .thread = thread}});
  }
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
    path_.findReversible(pending, steps_.wokenBy(thread), reversible_);
    for (Path::Index trigger : reversible_)
      addTarget(trigger, pending, path_.length());
  }
}

// The step that failed cut off what the other threads would have done. They continue while it is asleep.
void ValuesStrategy::continueAfterFailure() {
  Step& step = steps_[depth_ - 1];
  step.operation.ends = true;
  if (!step.targets.empty())
    return;
  ThreadId other = kNoThread;
  forEachThread(step.enabled, [&](ThreadId thread) {
    bool isAsleep = std::ranges::find(step.asleep, thread, &Operation::thread) != step.asleep.end();
    if (other == kNoThread && thread != step.operation.thread && !isAsleep)
      other = thread;
  });
  if (other != kNoThread)
    insertAt(static_cast<Path::Index>(depth_ - 1), {steps_.operationOf(other, pending_[other])});
}

// Rule 2: `target` is to come before `trigger`, after what it needs: the steps up to `end` that do not depend on the
// trigger. Yields do not count: whether a yield is a step depends on whether other threads are enabled.
void ValuesStrategy::addTarget(Path::Index trigger, const Operation& target, Path::Index end) {
  std::vector<Operation> sequence;
  for (Path::Index step = trigger + 1; step < end; ++step)
    if (!path_.happensBefore(trigger, step) && steps_[step].operation.kind != EventKind::Yield)
      sequence.push_back(steps_[step].operation);
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
  Step& step = steps_[trigger];
  for (const Operation& operation : step.asleep)
    if (isCoveredBy(operation, sequence))
      return;
  if (sequence.size() == 1 && !step.enabled.contains(sequence.front().thread) &&
      isBlocking(sequence.front().kind))
    return;
  if (!step.targets.insert(sequence))
    return;
  if (options_.outOfOrder)
    previews_.addReversal(steps_, trigger, sequence);
  if (!step.isBacktrackingPoint)
    count(&ValuesTally::points, &model::LiveCounters::backtrackingPoints);
  step.isBacktrackingPoint = true;
}

// ---- checkpoints

bool ValuesStrategy::wantsCheckpoint() const {
  std::size_t last = checkpoints_.empty() ? 0 : checkpoints_.back().step;
  return options_.checkpoints != nullptr && steps_.size() - 1 - last >= options_.checkpointSpacing;
}

unsigned ValuesStrategy::addCheckpoint() {
  unsigned slot;
  if (checkpoints_.size() < kMostCheckpoints) {
    slot = options_.checkpoints->takeSlot();
  } else {
    slot = checkpoints_.front().slot;
    checkpoints_.erase(checkpoints_.begin());
  }
  checkpoints_.push_back({steps_.size() - 1, slot});
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
  options.isIdle = context.job != 0;
  options.skip = context.skip;
  options.counters = context.counters;
  if (context.options.facts != model::FactsUse::Never)
    options.facts = context.facts;
  if (context.options.facts == model::FactsUse::Late)
    options.factsAfter = values::kLateFacts;
  options.outOfOrder = context.options.priority;
  options.accessibility = context.options.accessibility;
  options.feedback = context.options.feedback;
  options.focus = context.focus;
  return std::make_unique<values::ValuesStrategy>(options);
}

} // namespace heddle::explore
