// SPDX-License-Identifier: Apache-2.0
#include "explore/values/steps.h"

#include <algorithm>

#include "explore/strategies/strategy.h"

namespace heddle::explore::values {

using runtime::EventKind;
using runtime::FailureKind;
using runtime::kNoThread;
using runtime::SchedulingPoint;
using runtime::ThreadId;

namespace {

constexpr unsigned kMostRounds = 4; // arbitrary

bool isPlainWrite(const Operation& operation) {
  return operation.isWrite && isVisible(operation) && operation.kind != EventKind::AtomicRmw &&
         operation.kind != EventKind::AtomicCas && operation.kind != EventKind::TryLock;
}

} // namespace

void Steps::clear() {
  size_ = 0;
  std::ranges::fill(last_, Path::kNone);
  std::ranges::fill(wokenBy_, Path::kNone);
}

Step& Steps::prepare(const SchedulingPoint& point) {
  if (size_ > 0) {
    noteWoken(point);
    noteReleases();
  }
  if (size_ == steps_.size())
    steps_.emplace_back();
  Step& step = steps_[size_];
  step.enabled = point.enabled;
  step.yielding = point.currentYields ? point.current : kNoThread;
  if (point.currentYields && !isSpinning(point.current))
    step.enabled.insert(point.current);
  step.haveYielded.clear();
  forEachThread(step.enabled, [&](ThreadId thread) {
    if (point.pending[thread].kind == EventKind::Yield)
      step.haveYielded.insert(thread);
  });
  step.isBacktrackingPoint = false;
  step.wanted = kNoThread;
  runtime::releases(&step.releasesBefore);
  step.asleep.clear();
  step.targets.clear();
  return step;
}

// Whether the thread, which yields, is in a loop that only waits for others: no thread has written anything since it yielded
// before. Another round would see what this one saw. An attempt to write, such as a compare-exchange, is part of waiting,
// and a loop that counts its rounds gets a few of them.
bool Steps::isSpinning(ThreadId thread) const {
  unsigned roundsLeft = kMostRounds;
  bool hasWritten = false;
  for (std::size_t index = size_; index-- > 0;) {
    const Operation& operation = steps_[index].operation;
    if (operation.thread != thread && operation.isWrite && isVisible(operation))
      return false;
    if (operation.thread != thread)
      continue;
    if (operation.kind == EventKind::Yield && (!hasWritten || --roundsLeft == 0))
      return true;
    hasWritten = operation.kind != EventKind::Yield && (hasWritten || isPlainWrite(operation));
  }
  return false;
}

void Steps::noteReleases() {
  std::size_t count = 0;
  const runtime::Release* first = runtime::releases(&count);
  std::size_t before = back().releasesBefore;
  back().operation.released = nullptr;
  back().operation.failedAt = 0;
  if (count > before)
    back().operation.released =
        std::make_shared<std::vector<runtime::Release>>(first + before, first + count);
}

void Steps::noteFailure(const runtime::Outcome& outcome) {
  bool failed = outcome.kind != FailureKind::None && !isAllBlocked(outcome.kind);
  back().operation.failedAt =
      failed && outcome.thread == back().operation.thread ? outcome.address : 0;
}

void Steps::push() {
  link(size_++);
}

void Steps::pop() {
  unlink(back());
  --size_;
}

void Steps::replaceBack(const Operation& operation) {
  unlink(back());
  back().operation = operation;
  back().wanted = kNoThread;
  if (mayWakeOthers(operation.kind))
    std::swap(back().wanted, back().operation.other); // picked when it is executed
  link(size_ - 1);
}

void Steps::repeatBack() {
  for (ThreadId thread : back().woken)
    wokenBy_[thread] = Path::kNone;
  back().woken.clear();
}

void Steps::makeRoomFor(ThreadId thread) {
  if (thread < last_.size())
    return;
  last_.resize(thread + 1u, Path::kNone);
  wokenBy_.resize(thread + 1u, Path::kNone);
}

// Makes the step the last one of its thread.
void Steps::link(std::size_t index) {
  Step& step = steps_[index];
  ThreadId thread = step.operation.thread;
  makeRoomFor(thread);
  step.previous = last_[thread];
  step.wokenBy = wokenBy_[thread];
  last_[thread] = static_cast<Path::Index>(index);
  wokenBy_[thread] = Path::kNone;
  step.picks.clear();
  step.woken.clear();
}

void Steps::unlink(const Step& step) {
  for (ThreadId thread : step.woken)
    wokenBy_[thread] = Path::kNone;
  last_[step.operation.thread] = step.previous;
  wokenBy_[step.operation.thread] = step.wokenBy;
}

bool Steps::isHeldBefore(std::size_t end, std::uintptr_t mutex) const {
  while (mutex != 0 && end-- > 0) {
    const Operation& operation = steps_[end].operation;
    if (operation.address == mutex)
      return operation.kind != EventKind::Unlock;
    if (operation.mutex == mutex)
      return false;
  }
  return false;
}

Path::Index Steps::lastOf(ThreadId thread) const {
  return thread < last_.size() ? last_[thread] : Path::kNone;
}

Path::Index Steps::wokenBy(ThreadId thread) const {
  return thread < wokenBy_.size() ? wokenBy_[thread] : Path::kNone;
}

bool Steps::isWaiting(ThreadId thread) const {
  Path::Index last = lastOf(thread);
  return last != Path::kNone && isWait(steps_[last].operation.kind) &&
         wokenBy_[thread] == Path::kNone;
}

ThreadId Steps::defaultThread(const Step& step, const SchedulingPoint& point) const {
  ThreadId best = kNoThread;
  ThreadId thread = point.current;
  for (unsigned left = step.enabled.size(); left > 0; --left) {
    if (left != step.enabled.size() || !step.enabled.contains(thread))
      thread = nextInCircle(step.enabled, thread);
    if (std::ranges::find(step.asleep, thread, &Operation::thread) != step.asleep.end())
      continue;
    EventKind kind = point.pending[thread].kind;
    bool isReluctant = kind == EventKind::Exit || kind == EventKind::Sleep ||
                       thread == step.yielding || isWaiting(thread);
    if (!isReluctant)
      return thread;
    if (best == kNoThread)
      best = thread;
  }
  return best;
}

Operation Steps::operationOf(ThreadId thread, const runtime::PendingOperation& pending) const {
  Operation operation{.site = pending.site,
                      .address = pending.address,
                      .size = pending.size,
                      .kind = pending.kind,
                      .isWrite = pending.isWrite,
                      .thread = thread};
  if (pending.kind == EventKind::ThreadCreate) {
    operation.address = kThreadNumbers;
    operation.isWrite = true;
  }
  if (pending.kind == EventKind::ThreadJoin)
    operation.other = runtime::joinedThread(pending);
  if (pending.kind == EventKind::Lock)
    operation.isNotifiedWait = wokenBy(thread) != Path::kNone;
  if (pending.kind == EventKind::CondWait)
    operation.mutex = runtime::releasedMutex(thread);
  if (isWait(pending.kind) && isWaiting(thread))
    operation.kind = EventKind::Timeout;
  return operation;
}

void Steps::noteWoken(const SchedulingPoint& point) {
  Step& waker = back();
  if (!mayWakeOthers(waker.operation.kind) || !waker.woken.empty())
    return;
  forEachThread(point.enabled, [&](ThreadId thread) {
    if (isCreatedBy(waker, thread, point)) {
      makeRoomFor(thread);
      waker.woken.push_back(thread);
    }
  });
  for (std::size_t thread = 0; thread < last_.size(); ++thread)
    if (isWokenBy(waker, static_cast<ThreadId>(thread), point))
      waker.woken.push_back(static_cast<ThreadId>(thread));
  for (ThreadId thread : waker.woken)
    wokenBy_[thread] = static_cast<Path::Index>(size_ - 1);
}

bool Steps::isCreatedBy(const Step& creator, ThreadId thread, const SchedulingPoint& point) const {
  return point.pending[thread].kind == EventKind::ThreadStart && lastOf(thread) == Path::kNone &&
         !creator.enabled.contains(thread);
}

bool Steps::isWokenBy(const Step& waker, ThreadId thread, const SchedulingPoint& point) const {
  if (last_[thread] == Path::kNone || wokenBy_[thread] != Path::kNone ||
      thread == waker.operation.thread)
    return false;
  const Operation& wait = steps_[last_[thread]].operation;
  return isWait(wait.kind) && wait.address == waker.operation.address &&
         point.pending[thread].kind != wait.kind;
}

} // namespace heddle::explore::values
