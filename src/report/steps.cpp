// SPDX-License-Identifier: Apache-2.0
#include "report/steps.h"

#include <algorithm>
#include <map>
#include <optional>

#include "report/contention.h"
#include "report/values.h"

namespace heddle::report {

using model::Event;
using model::EventKind;
using model::Step;

namespace {

// What the thread does, as a verb. "": the event is no step of its own.
std::string_view verb(EventKind kind) {
  switch (kind) {
  case EventKind::Load:
  case EventKind::RangeRead:
  case EventKind::AtomicLoad:
    return "reads";
  case EventKind::Store:
  case EventKind::RangeWrite:
  case EventKind::AtomicStore:
    return "writes";
  case EventKind::AtomicRmw:
    return "updates";
  case EventKind::AtomicCas:
    return "compares and swaps";
  case EventKind::Fence:
    return "fence";
  case EventKind::Free:
    return "frees";
  case EventKind::Lock:
    return "locks";
  case EventKind::TryLock:
    return "tries to lock";
  case EventKind::Unlock:
    return "unlocks";
  case EventKind::LockShared:
    return "locks shared";
  case EventKind::TryLockShared:
    return "tries to lock shared";
  case EventKind::UnlockShared:
    return "unlocks shared";
  case EventKind::CondWait:
  case EventKind::FutexWait:
    return "waits on";
  case EventKind::CondSignal:
    return "notifies";
  case EventKind::CondBroadcast:
    return "notifies all of";
  case EventKind::FutexWake:
    return "wakes waiters of";
  case EventKind::SemaphoreWait:
    return "acquires";
  case EventKind::SemaphorePost:
    return "releases";
  case EventKind::BarrierWait:
    return "arrives at";
  case EventKind::Once:
    return "initialises";
  case EventKind::ThreadCreate:
    return "starts";
  case EventKind::ThreadJoin:
    return "joins";
  case EventKind::Blocked:
    return "blocks on";
  case EventKind::Timeout:
    return "times out";
  case EventKind::Sleep:
    return "sleeps";
  case EventKind::Yield:
    return "yields";
  case EventKind::Exit:
    return "exits";
  case EventKind::CallBegin:
    return "calls";
  case EventKind::Allocate:
  case EventKind::ThreadStart:
  case EventKind::ThreadExit:
  case EventKind::WakeUp:
  case EventKind::Woken:
  case EventKind::OnceDone:
  case EventKind::FunctionEntry:
  case EventKind::FunctionExit:
  case EventKind::Branch:
  case EventKind::IndirectCall:
  case EventKind::CallEnd:
    return {};
  }
  return {};
}

bool isMemoryAccess(EventKind kind) {
  return isRead(kind) || isWrite(kind);
}

// The thread that trace.events[index], a Blocked in a join, waits for: the join says it when it is
// over, the end of the execution when it never is.
std::string joinTarget(const model::Trace& trace, std::size_t index) {
  const std::uint16_t thread = trace.events[index].thread;
  for (std::size_t i = index + 1; i < trace.events.size(); ++i) {
    const Event& event = trace.events[i];
    if (event.thread == thread)
      return event.kind == EventKind::ThreadJoin ? threadName(static_cast<unsigned>(event.value))
                                                 : "a thread";
  }
  for (const auto& blocked : trace.blocked) {
    if (blocked.thread == thread && blocked.holder >= 0)
      return threadName(static_cast<unsigned>(blocked.holder));
  }
  return "a thread";
}

// The end of a thread's turn, told by its last event.
std::string switchReason(const model::Trace& trace, std::size_t index, const Names& names) {
  const Event& last = trace.events[index];
  switch (last.kind) {
  case EventKind::ThreadExit:
  case EventKind::Exit:
    return "finished";
  case EventKind::Blocked: {
    const auto operation = static_cast<EventKind>(last.value);
    if (operation == EventKind::ThreadJoin)
      return "waits for " + joinTarget(trace, index);
    if (operation == EventKind::Sleep)
      return "sleeps";
    const std::string& name = names.location(last.location);
    return name.empty() ? "waits" : "waits for " + name;
  }
  case EventKind::Yield:
    return "yields";
  case EventKind::Sleep:
    return "sleeps";
  default:
    return "preempted";
  }
}

std::optional<std::size_t> lastEventOf(const model::Trace& trace, std::uint16_t thread) {
  for (std::size_t i = trace.events.size(); i-- > 0;) {
    if (trace.events[i].thread == thread)
      return i;
  }
  return std::nullopt;
}

// Adds a step at the end of the execution.
void append(StepList& list, const model::Trace& trace, const Names& names, Step step) {
  if (!list.steps.empty() && list.steps.back().thread != step.thread) {
    const auto left = lastEventOf(trace, list.steps.back().thread);
    step.switched = left ? switchReason(trace, *left, names) : "preempted";
  }
  list.steps.push_back(std::move(step));
}

// Builds the list in one walk over the events.
class StepWalk {
public:
  StepWalk(const model::Trace& trace,
           const Places& places,
           const Names& names,
           const std::vector<CallName>& calls)
      : trace_(trace), places_(places), names_(names), calls_(calls),
        contended_(contendedLocations(trace)) {
    alone_ = std::ranges::any_of(
        trace.events, [](const Event& event) { return event.kind == EventKind::ThreadCreate; });
  }

  StepList run() {
    for (std::size_t i = 0; i < trace_.events.size(); ++i)
      visit(i);
    return std::move(list_);
  }

private:
  void visit(std::size_t index) {
    const Event& event = trace_.events[index];
    if (event.kind == EventKind::ThreadCreate)
      alone_ = false;
    if (isStep(index))
      addStep(index);
    else if (!verb(event.kind).empty())
      ++list_.leftOut;
    last_[event.thread] = index;
  }

  bool isStep(std::size_t index) const {
    const Event& event = trace_.events[index];
    if (verb(event.kind).empty())
      return false;
    if (isRaceSide(event))
      return true;
    if (event.kind == EventKind::CallBegin)
      return !alone_ && isShownCall(event);
    if (isFrame(event))
      return false;
    if (isMemoryAccess(event.kind))
      return !alone_ && isContended(event);
    if (event.kind == EventKind::Free)
      return isContended(event) ||
             (event.thread == trace_.relatedThread && isUserCode(places_.ofEvent(index).file));
    // A library initialises itself: nothing the user wrote.
    const bool usersPlace = isUserCode(places_.ofEvent(index).file) && places_.isExact(index);
    if (event.kind == EventKind::Once && !usersPlace)
      return false;
    return !repeatsLast(event);
  }

  const model::TracedCall* callAt(const Event& event) const {
    const auto found = std::ranges::find_if(trace_.calls, [&](const model::TracedCall& call) {
      return call.thread == event.thread && call.firstStep == event.step;
    });
    return found == trace_.calls.end() ? nullptr : &*found;
  }

  // The head of a column names the only call of its thread.
  bool isShownCall(const Event& event) const {
    const model::TracedCall* call = callAt(event);
    if (call == nullptr)
      return false;
    return event.thread != 0 && std::ranges::count(calls_, call->lane, &CallName::lane) > 1;
  }

  bool isFrame(const Event& event) const {
    const bool failsThere = trace_.thread == 0 && trace_.site >= 0;
    return !trace_.calls.empty() && event.thread == 0 && !failsThere;
  }

  std::string callName(const Event& event) const {
    const model::TracedCall* call = callAt(event);
    const auto found = std::ranges::find_if(calls_, [&](const CallName& name) {
      return call != nullptr && name.lane == call->lane && name.index == call->index;
    });
    return found == calls_.end() ? "" : found->text;
  }

  bool isContended(const Event& event) const {
    return event.location < contended_.size() && contended_[event.location];
  }

  bool isRaceSide(const Event& event) const {
    if (trace_.kind != model::FindingKind::DataRace || trace_.races.empty())
      return false;
    const auto& race = trace_.races.front();
    return (event.thread == race.firstThread && event.step == race.firstStep) ||
           (event.thread == race.secondThread && event.step == race.secondStep);
  }

  // "waits on `cv`" needs no second row that says that it really waits, nor does a join that was waited
  // for need one that says that it is over. Locking the same mutex again is not the same.
  bool repeatsLast(const Event& event) const {
    const auto last = last_.find(event.thread);
    if (last == last_.end())
      return false;
    const Event& before = trace_.events[last->second];
    if (event.kind == EventKind::ThreadJoin)
      return before.kind == EventKind::Blocked;
    const bool waits = event.kind == EventKind::Blocked && before.kind != EventKind::Lock &&
                       before.kind != EventKind::LockShared;
    return waits && before.kind == static_cast<EventKind>(event.value) &&
           before.location == event.location;
  }

  void addStep(std::size_t index) {
    const Event& event = trace_.events[index];
    Step step;
    step.number = event.step;
    step.thread = event.thread;
    step.place = places_.ofEvent(index);
    step.what = isJoin(event) ? "joins" : verb(event.kind);
    step.variable = variableOf(index);
    step.value = valueOf(event);
    if (!list_.steps.empty() && list_.steps.back().thread != event.thread) {
      step.switched = switchReason(trace_, last_.at(list_.steps.back().thread), names_);
    }
    list_.steps.push_back(std::move(step));
    list_.events.push_back(index);
  }

  static bool isJoin(const Event& event) {
    return event.kind == EventKind::Blocked &&
           static_cast<EventKind>(event.value) == EventKind::ThreadJoin;
  }

  std::string valueOf(const Event& event) const {
    if (event.kind == EventKind::CallBegin)
      return callAt(event)->result;
    return event.isPointer && event.hasValue ? names_.pointee(event.value) : readableValue(event);
  }

  std::string variableOf(std::size_t index) const {
    const Event& event = trace_.events[index];
    if (event.kind == EventKind::CallBegin)
      return callName(event);
    if (event.kind == EventKind::ThreadCreate || event.kind == EventKind::ThreadJoin)
      return event.hasValue ? threadName(static_cast<unsigned>(event.value)) : "a thread";
    if (isJoin(event))
      return joinTarget(trace_, index);
    // Which lock it is matters more than what it is called here.
    return isMemoryAccess(event.kind) ? names_.variable(index) : names_.location(event.location);
  }

  const model::Trace& trace_;
  const Places& places_;
  const Names& names_;
  const std::vector<CallName>& calls_;
  std::vector<bool> contended_;               // by location
  bool alone_ = false;                        // only the main thread exists yet
  std::map<std::uint16_t, std::size_t> last_; // last event of each thread, steps or not
  StepList list_;
};

} // namespace

StepList buildSteps(const model::Trace& trace,
                    const Places& places,
                    const Names& names,
                    const std::vector<CallName>& calls) {
  StepList list = StepWalk(trace, places, names, calls).run();
  list.leftOut += trace.eventsLeftOut;
  return list;
}

void addFailingStep(StepList& list,
                    const model::Trace& trace,
                    const Places& places,
                    const Names& names,
                    const model::SourcePlace& place) {
  Step step;
  step.number = trace.eventCount;
  step.thread = trace.thread;
  step.place = place;
  step.what = "fails";
  step.note = std::string(toText(trace.kind));
  step.essential = true;
  const model::Site* site = places.site(trace.site);
  if (site != nullptr && places.ofSite(trace.site).line == place.line)
    step.variable = site->variable;
  append(list, trace, names, std::move(step));
}

void addBlockedSteps(StepList& list,
                     const model::Trace& trace,
                     const Places& places,
                     const Names& names) {
  for (const auto& blocked : trace.blocked) {
    const auto last = lastEventOf(trace, blocked.thread);
    const bool known = last &&
                       (trace.events[*last].kind == EventKind::Blocked ||
                        trace.events[*last].kind == blocked.operation) &&
                       trace.events[*last].location == blocked.location;
    const auto stack = places.stack(blocked.stack);
    if (known || blocked.operation == EventKind::ThreadJoin || stack.empty())
      continue;
    Step step;
    step.number = trace.eventCount;
    step.thread = blocked.thread;
    step.place = stack.front();
    step.what = verb(EventKind::Blocked);
    step.variable = names.location(blocked.location);
    step.essential = true;
    append(list, trace, names, std::move(step));
  }
}

void limitSteps(StepList& list, std::size_t limit) {
  std::size_t excess = list.steps.size() > limit ? list.steps.size() - limit : 0;
  StepList kept;
  kept.leftOut = list.leftOut;
  for (std::size_t i = 0; i < list.steps.size(); ++i) {
    if (excess > 0 && !list.steps[i].essential) {
      --excess;
      ++kept.leftOut;
      continue;
    }
    kept.steps.push_back(std::move(list.steps[i]));
    kept.events.push_back(list.events[i]);
  }
  list = std::move(kept);
}

} // namespace heddle::report
