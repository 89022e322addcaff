// SPDX-License-Identifier: Apache-2.0
#include "explain/steps.h"

#include <algorithm>
#include <map>
#include <optional>

#include "explain/contention.h"
#include "explain/values.h"

namespace heddle::explain {

using model::Event;
using model::EventKind;
using model::Object;
using model::Step;
using model::StepKind;
using model::Switch;
using model::SwitchReason;

namespace {

// What the thread does. None: the event is not a step of its own.
StepKind stepKind(EventKind kind) {
  switch (kind) {
  case EventKind::Load:
  case EventKind::RangeRead:
  case EventKind::AtomicLoad:
    return StepKind::Read;
  case EventKind::Store:
  case EventKind::RangeWrite:
  case EventKind::AtomicStore:
    return StepKind::Write;
  case EventKind::AtomicRmw:
    return StepKind::Update;
  case EventKind::AtomicCas:
    return StepKind::CompareAndSwap;
  case EventKind::Fence:
    return StepKind::Fence;
  case EventKind::Free:
    return StepKind::Free;
  case EventKind::Lock:
    return StepKind::Lock;
  case EventKind::TryLock:
    return StepKind::TryLock;
  case EventKind::Unlock:
    return StepKind::Unlock;
  case EventKind::LockShared:
    return StepKind::LockShared;
  case EventKind::TryLockShared:
    return StepKind::TryLockShared;
  case EventKind::UnlockShared:
    return StepKind::UnlockShared;
  case EventKind::CondWait:
  case EventKind::FutexWait:
    return StepKind::Wait;
  case EventKind::CondSignal:
    return StepKind::Notify;
  case EventKind::CondBroadcast:
    return StepKind::NotifyAll;
  case EventKind::FutexWake:
    return StepKind::WakeWaiters;
  case EventKind::SemaphoreWait:
    return StepKind::Acquire;
  case EventKind::SemaphorePost:
    return StepKind::Release;
  case EventKind::BarrierWait:
    return StepKind::Arrive;
  case EventKind::Once:
    return StepKind::Initialise;
  case EventKind::ThreadCreate:
    return StepKind::StartThread;
  case EventKind::ThreadJoin:
    return StepKind::JoinThread;
  case EventKind::Blocked:
    return StepKind::Block;
  case EventKind::Timeout:
    return StepKind::TimeOut;
  case EventKind::Sleep:
    return StepKind::Sleep;
  case EventKind::Yield:
    return StepKind::Yield;
  case EventKind::Exit:
    return StepKind::Exit;
  case EventKind::CallBegin:
    return StepKind::Call;
  case EventKind::Allocate:
  case EventKind::ThreadStart:
  case EventKind::ThreadExit:
  case EventKind::WakeUp:
  case EventKind::Woken:
  case EventKind::OnceDone:
  case EventKind::FunctionEntry:
  case EventKind::FunctionExit:
  case EventKind::Throw:
  case EventKind::Branch:
  case EventKind::IndirectCall:
  case EventKind::CallEnd:
    return StepKind::None;
  }
  return StepKind::None;
}

bool isMemoryAccess(EventKind kind) {
  return isRead(kind) || isWrite(kind);
}

// The thread that trace.events[index], a Blocked in a join, waits for: the join says it when it is
// over, the end of the execution when it never is.
std::int32_t joinTarget(const model::Trace& trace, std::size_t index) {
  const std::uint16_t thread = trace.events[index].thread;
  for (std::size_t i = index + 1; i < trace.events.size(); ++i) {
    const Event& event = trace.events[i];
    if (event.thread == thread)
      return event.kind == EventKind::ThreadJoin ? static_cast<std::int32_t>(event.value)
                                                 : Object::kSomeThread;
  }
  for (const auto& blocked : trace.blocked) {
    if (blocked.thread == thread && blocked.holder >= 0)
      return blocked.holder;
  }
  return Object::kSomeThread;
}

// The end of a thread's turn, told by its last event.
Switch switchAfter(const model::Trace& trace,
                   std::size_t index,
                   const Names& names,
                   ObjectTable& objects) {
  const Event& last = trace.events[index];
  switch (last.kind) {
  case EventKind::ThreadExit:
  case EventKind::Exit:
    return {.reason = SwitchReason::Finished};
  case EventKind::Blocked: {
    const auto operation = static_cast<EventKind>(last.value);
    if (operation == EventKind::Sleep)
      return {.reason = SwitchReason::Sleeps};
    const model::ObjectIndex object = operation == EventKind::ThreadJoin
                                          ? objects.ofThread(joinTarget(trace, index))
                                          : objects.indexOf(names.location(last.location));
    return {.reason = object == 0 ? SwitchReason::Waits : SwitchReason::WaitsFor, .object = object};
  }
  case EventKind::Yield:
    return {.reason = SwitchReason::Yields};
  case EventKind::Sleep:
    return {.reason = SwitchReason::Sleeps};
  default:
    return {.reason = SwitchReason::Preempted};
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
void append(StepList& list,
            const model::Trace& trace,
            const Names& names,
            ObjectTable& objects,
            Step step) {
  if (!list.steps.empty() && list.steps.back().thread != step.thread) {
    const auto left = lastEventOf(trace, list.steps.back().thread);
    step.switched = left ? switchAfter(trace, *left, names, objects)
                         : Switch{.reason = SwitchReason::Preempted};
  }
  list.steps.push_back(std::move(step));
}

// Builds the list in one walk over the events.
class StepWalk {
public:
  StepWalk(const model::Trace& trace,
           const Places& places,
           const Names& names,
           const std::vector<CallName>& calls,
           ObjectTable& objects)
      : trace_(trace), places_(places), names_(names), calls_(calls), objects_(objects),
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
    else if (stepKind(event.kind) != StepKind::None)
      ++list_.leftOut;
    last_[event.thread] = index;
  }

  bool isStep(std::size_t index) const {
    const Event& event = trace_.events[index];
    if (stepKind(event.kind) == StepKind::None)
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
    const bool isRace = trace_.kind == model::FindingKind::DataRace ||
                        trace_.kind == model::FindingKind::EscapedReference;
    if (!isRace || trace_.races.empty())
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
    step.kind = isJoin(event) ? StepKind::JoinThread : stepKind(event.kind);
    step.object = objectOf(index);
    step.value = shownValue(event);
    if (!list_.steps.empty() && list_.steps.back().thread != event.thread) {
      step.switched = switchAfter(trace_, last_.at(list_.steps.back().thread), names_, objects_);
    }
    list_.steps.push_back(std::move(step));
    list_.events.push_back(index);
  }

  static bool isJoin(const Event& event) {
    return event.kind == EventKind::Blocked &&
           static_cast<EventKind>(event.value) == EventKind::ThreadJoin;
  }

  model::Value shownValue(const Event& event) const {
    if (event.kind != EventKind::CallBegin)
      return event.isPointer && event.hasValue ? names_.pointee(event.value) : valueOf(event);
    const std::string& result = callAt(event)->result;
    if (result.empty())
      return {};
    return {.kind = model::ValueKind::Result, .text = result};
  }

  model::ObjectIndex objectOf(std::size_t index) {
    const Event& event = trace_.events[index];
    if (event.kind == EventKind::CallBegin) {
      Object call;
      call.name = callName(event);
      return objects_.indexOf(call);
    }
    if (event.kind == EventKind::ThreadCreate || event.kind == EventKind::ThreadJoin)
      return objects_.ofThread(event.hasValue ? static_cast<std::int32_t>(event.value)
                                              : Object::kSomeThread);
    if (isJoin(event))
      return objects_.ofThread(joinTarget(trace_, index));
    // Which lock it is matters more than what it is called here.
    return objects_.indexOf(isMemoryAccess(event.kind) ? names_.variable(index)
                                                       : names_.location(event.location));
  }

  const model::Trace& trace_;
  const Places& places_;
  const Names& names_;
  const std::vector<CallName>& calls_;
  ObjectTable& objects_;
  std::vector<bool> contended_;               // by location
  bool alone_ = false;                        // only the main thread exists yet
  std::map<std::uint16_t, std::size_t> last_; // last event of each thread, steps or not
  StepList list_;
};

} // namespace

model::ObjectIndex ObjectTable::indexOf(const Object& object) {
  if (object == Object())
    return 0;
  std::vector<model::ObjectIndex>& sameName = byName_[object.name];
  for (const model::ObjectIndex index : sameName)
    if (objects_[index] == object)
      return index;
  sameName.push_back(static_cast<model::ObjectIndex>(objects_.size()));
  objects_.push_back(object);
  return sameName.back();
}

model::ObjectIndex ObjectTable::ofThread(std::int32_t thread) {
  Object object;
  object.thread = thread;
  return indexOf(object);
}

StepList buildSteps(const model::Trace& trace,
                    const Places& places,
                    const Names& names,
                    const std::vector<CallName>& calls,
                    ObjectTable& objects) {
  StepList list = StepWalk(trace, places, names, calls, objects).run();
  list.leftOut += trace.eventsLeftOut;
  return list;
}

void addFailingStep(StepList& list,
                    const model::Trace& trace,
                    const Places& places,
                    const Names& names,
                    const model::SourcePlace& place,
                    ObjectTable& objects) {
  Step step;
  step.number = trace.eventCount;
  step.thread = trace.thread;
  step.place = place;
  step.kind = StepKind::Fail;
  step.essential = true;
  const model::Site* site = places.site(trace.site);
  if (site != nullptr && places.ofSite(trace.site).line == place.line) {
    Object accessed;
    accessed.name = site->variable;
    step.object = objects.indexOf(accessed);
  }
  append(list, trace, names, objects, std::move(step));
}

void addBlockedSteps(StepList& list,
                     const model::Trace& trace,
                     const Places& places,
                     const Names& names,
                     ObjectTable& objects) {
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
    step.kind = StepKind::Block;
    step.object = objects.indexOf(names.location(blocked.location));
    step.essential = true;
    append(list, trace, names, objects, std::move(step));
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

} // namespace heddle::explain
