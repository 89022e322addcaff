// SPDX-License-Identifier: Apache-2.0
#include "explore/values/preview_run.h"

#include <algorithm>

#include "explore/strategies/strategy.h"

namespace heddle::explore::values {

using runtime::kNoThread;
using runtime::PendingOperation;
using runtime::SchedulingPoint;
using runtime::ThreadId;

void PreviewRun::begin(Preview preview) {
  preview_ = std::move(preview);
  steps_.clear();
  isTargetDone_ = preview_.target == nullptr;
  isTriggerDone_ = isSeeking_ = false;
  onlySeeker_ = kNoThread;
}

ThreadId PreviewRun::choose(const SchedulingPoint& point) {
  hasPicked_ = false;
  onlySeeker_ = kNoThread;
  Step& step = steps_.prepare(point);
  ThreadId thread = nextThread(step, point);
  if (thread == kNoThread || !point.enabled.contains(thread))
    return kNoThread;
  step.operation = steps_.operationOf(thread, point.pending[thread]);
  steps_.push();
  return thread;
}

// The turns, then the target if it is still to be looked for, then the trigger as soon as it is enabled: a lock may have
// to be released by the thread of the target first. From there on the execution is sequential.
ThreadId PreviewRun::nextThread(Step& step, const SchedulingPoint& point) {
  if (steps_.size() < preview_.turns.size())
    return preview_.turns[steps_.size()].thread;
  if (!isTargetDone_) {
    ThreadId thread = seek(step, point);
    isTargetDone_ = thread != kNoThread && isTarget(point.pending[thread]);
    return thread;
  }
  if (!isTriggerDone_ && point.enabled.contains(preview_.trigger.thread)) {
    isTriggerDone_ = true;
    return preview_.trigger.thread;
  }
  return steps_.defaultThread(step, point);
}

// Accessibility: a thread other than the trigger's continues only while one of them may still execute the target.
ThreadId PreviewRun::seek(Step& step, const SchedulingPoint& point) {
  step.asleep.push_back(preview_.trigger);
  ThreadId best = kNoThread;
  runtime::ThreadSet seekers;
  const bool asks = options_.accessibility && (options_.feedback || !isSeeking_);
  forEachThread(point.enabled, [&](ThreadId thread) {
    const PendingOperation& pending = point.pending[thread];
    if (thread == preview_.trigger.thread)
      return;
    if (isTarget(pending))
      best = thread;
    if (!asks || mayReachTarget(thread, pending))
      seekers.insert(thread);
  });
  isSeeking_ = true;
  if (best != kNoThread)
    return best;
  if (seekers.empty())
    return kNoThread;
  ThreadId next = steps_.defaultThread(step, point);
  onlySeeker_ = seekers.size() == 1 && seekers.contains(next) ? next : kNoThread;
  return next;
}

// The address decides: another element of an array, or another object, is not the target.
bool PreviewRun::isTarget(const PendingOperation& pending) const {
  return pending.site == preview_.target &&
         (!options_.feedback || pending.address == preview_.trigger.address);
}

bool PreviewRun::mayStillReach(const runtime::Event& event) const {
  if (isTargetDone_ || event.thread != onlySeeker_ || event.site == nullptr)
    return true;
  switch (event.kind) {
  case runtime::EventKind::Branch:
    return facts_->mayReachAfterBranch(event.site, event.value != 0, preview_.target);
  case runtime::EventKind::FunctionEntry:
    return facts_->mayReach(event.site, preview_.target);
  default:
    return true;
  }
}

bool PreviewRun::mayReachTarget(ThreadId thread, const PendingOperation& pending) const {
  if (pending.site == preview_.target)
    return true;
  if (pending.kind == runtime::EventKind::ThreadExit)
    return false;
  const abi::SiteRecord* from = pending.site;
  for (Path::Index step = steps_.lastOf(thread); from == nullptr && step != Path::kNone;
       step = steps_[step].previous)
    from = steps_[step].operation.site;
  if (from != nullptr)
    return facts_->mayReach(from, preview_.target);
  Path::Index creation = steps_.wokenBy(thread);
  return creation == Path::kNone || steps_[creation].operation.site == nullptr ||
         facts_->mayStartReach(steps_[creation].operation.site, preview_.target);
}

unsigned PreviewRun::pick(const runtime::Choice& choice) {
  if (steps_.size() == 0)
    return 0;
  std::size_t turn = steps_.size() - 1;
  ThreadId wanted = turn < preview_.turns.size() ? preview_.turns[turn].picked : kNoThread;
  const ThreadId* end = choice.threads + choice.count;
  const ThreadId* found = std::find(choice.threads, end, wanted);
  unsigned option = found == end || hasPicked_ ? 0 : static_cast<unsigned>(found - choice.threads);
  if (!hasPicked_)
    steps_.back().operation.other = choice.threads[option];
  hasPicked_ = true;
  return option;
}

std::uint64_t PreviewRun::classHash() {
  path_.truncate(0);
  if (steps_.size() > 0)
    steps_.noteReleases();
  for (std::size_t step = 0; step < steps_.size(); ++step)
    path_.append(steps_[step].operation, steps_[step].wokenBy, reversible_);
  reversible_.clear();
  return path_.classHash();
}

} // namespace heddle::explore::values
