// SPDX-License-Identifier: Apache-2.0
#include "trace/trace_recorder.h"

#include <algorithm>
#include <string_view>

#include "support/check.h"

namespace heddle::trace {

using runtime::Event;
using runtime::EventKind;

TraceRecorder::TraceRecorder(EventIndex capacity, WhenFull whenFull)
    : capacity_(capacity), whenFull_(whenFull) {
  HEDDLE_CHECK(whenFull == WhenFull::LoseEnd || capacity >= 4 * kFirstEvents)
      << "too little room to keep both ends of a trace";
}

void TraceRecorder::onEvent(const Event& event) {
  if (event.number != next_)
    takeBack(event.number);
  next_ = event.number + 1;
  if (endsEmptyCall(event))
    trace_.truncate(trace_.length() - 1);
  else if (makeRoom(event))
    trace_.append(event);
}

const ExecutionTrace& TraceRecorder::finish(const runtime::Outcome& outcome) {
  if (outcome.delivered != next_)
    takeBack(outcome.delivered);
  next_ = outcome.delivered;
  HEDDLE_CHECK(trace_.empty() || trace_.number(trace_.length() - 1) < outcome.delivered)
      << "a trace has events that were not delivered in its execution";
  return trace_;
}

void TraceRecorder::takeBack(std::uint64_t number) {
  // The missing events were delivered to another sink: nothing that is known here belongs to them.
  bool isGap = number > next_;
  trace_.truncate(isGap ? 0 : trace_.find(number));
  heardFrom_ = isGap ? number : std::min(heardFrom_, number);
  if (!trace_.empty() && number > firstLeftOut_)
    return;
  firstLeftOut_ = kNever;
  trace_.setLeftOut(heardFrom_);
}

// Function calls in which nothing happens are not worth keeping: a recursion over numbers makes millions. After the
// entry, only its own end can follow: a checkpoint between the two would have counted an event.
bool TraceRecorder::endsEmptyCall(const Event& event) const {
  if (event.kind != EventKind::FunctionExit || trace_.empty())
    return false;
  EventIndex last = trace_.length() - 1;
  return trace_.kind(last) == EventKind::FunctionEntry && trace_.thread(last) == event.thread &&
         trace_.step(last) == event.step &&
         std::string_view(trace_.site(last)->function) == event.site->function;
}

bool TraceRecorder::makeRoom(const Event& event) {
  if (trace_.length() < capacity_)
    return true;
  if (whenFull_ == WhenFull::LoseMiddle) {
    trace_.leaveOut(kFirstEvents, capacity_ / 2);
    return true;
  }
  firstLeftOut_ = std::min(firstLeftOut_, event.number);
  trace_.setLeftOut(trace_.leftOut() + 1);
  return false;
}

} // namespace heddle::trace
