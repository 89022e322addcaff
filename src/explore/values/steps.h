// SPDX-License-Identifier: Apache-2.0
// The steps of one execution as a search sees them, with what is left to try in the place of each, and which step ended the
// wait of which thread. The last step can be discarded or replaced, and what it did to others is undone.
#pragma once

#include <cstddef>
#include <vector>

#include "explore/values/operation.h"
#include "explore/values/path.h"
#include "explore/values/target_tree.h"
#include "runtime/runtime.h"

namespace heddle::explore::values {

// A choice among waiters, all of which are tried.
struct Pick {
  unsigned count;
  unsigned first;     // the option that was tried first; the others follow in a circle
  unsigned tried = 0; // options before the current one
  unsigned current() const { return (first + tried) % count; }
};

struct Step {
  Operation operation;
  Path::Index previous;           // step of the same thread, or kNone
  Path::Index wokenBy;            // the step that created the thread or ended its wait, or kNone
  runtime::ThreadSet enabled;     // before the step, with a thread that yields unless it spins
  runtime::ThreadId yielding;     // the thread that yields, or kNoThread
  runtime::ThreadSet haveYielded; // the threads whose next step is to continue after a yield
  std::size_t releasesBefore;     // objects whose life ended before the step
  std::vector<Operation>
      asleep;               // executed here or above before, and in conflict with nothing since
  TargetTree targets;       // left to be executed here
  runtime::ThreadId wanted; // the waiter to be picked first, or kNoThread
  std::vector<Pick> picks;  // made by the operation
  std::vector<runtime::ThreadId> woken; // by the operation, or created by it
  bool isBacktrackingPoint;
};

class Steps {
public:
  std::size_t size() const { return size_; }
  Step& operator[](std::size_t index) { return steps_[index]; }
  const Step& operator[](std::size_t index) const { return steps_[index]; }
  Step& back() { return steps_[size_ - 1]; }
  void clear();

  // The next step, of which only what the point shows is known. push() makes it part of the execution once it has its
  // operation. First notes whom the step before has woken.
  Step& prepare(const runtime::SchedulingPoint& point);
  void push();
  void pop();

  // Notes what the last step has freed or destroyed so far.
  void noteReleases();
  // Notes where it failed, if it did.
  void noteFailure(const runtime::Outcome& outcome);

  // Replaces the operation of the last step, or its picks.
  void replaceBack(const Operation& operation);
  void repeatBack();

  // What the thread will do if it is chosen.
  Operation operationOf(runtime::ThreadId thread, const runtime::PendingOperation& pending) const;
  // Whether the last step of the thread was to wait. If it is enabled nevertheless, its wait can time out.
  bool isWaiting(runtime::ThreadId thread) const;
  // Whether the mutex may be held before the step with this index.
  bool isHeldBefore(std::size_t end, std::uintptr_t mutex) const;
  // The thread that ran last as long as it can, then the next one in a circle, but none that is asleep. Threads that would
  // only let time pass or end the program come last. Returns kNoThread if all are asleep.
  runtime::ThreadId defaultThread(const Step& step, const runtime::SchedulingPoint& point) const;
  // The last step of the thread, and the one that has ended its wait since; or kNone.
  Path::Index lastOf(runtime::ThreadId thread) const;
  Path::Index wokenBy(runtime::ThreadId thread) const;

private:
  bool isSpinning(runtime::ThreadId thread) const;
  void noteWoken(const runtime::SchedulingPoint& point);
  bool isCreatedBy(const Step& creator,
                   runtime::ThreadId thread,
                   const runtime::SchedulingPoint& point) const;
  bool isWokenBy(const Step& waker,
                 runtime::ThreadId thread,
                 const runtime::SchedulingPoint& point) const;
  void makeRoomFor(runtime::ThreadId thread);
  void link(std::size_t index);
  void unlink(const Step& step);

  std::vector<Step> steps_; // those in use, then others
  std::size_t size_ = 0;
  std::vector<Path::Index> last_;    // by thread
  std::vector<Path::Index> wokenBy_; // by thread
};

} // namespace heddle::explore::values
