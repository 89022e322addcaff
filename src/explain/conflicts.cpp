// SPDX-License-Identifier: Apache-2.0
#include "explain/conflicts.h"

#include <algorithm>
#include <map>
#include <optional>

#include "explain/values.h"

namespace heddle::explain {

using model::EdgeKind;
using model::Event;
using model::EventKind;
using model::FindingKind;
using model::Step;

namespace {

// Each costs a walk over the trace. A minimised schedule has fewer; of others the last ones matter.
constexpr unsigned kMaxInterruptions = 32;

class Marker {
public:
  Marker(const model::Trace& trace, StepList& list) : trace_(trace), list_(list) {}

  void markRace() {
    if (trace_.races.empty())
      return;
    const auto& race = trace_.races.front();
    markRaceSide(race.firstThread,
                 race.firstStep,
                 race.location,
                 race.firstIsWrite,
                 {.kind = EdgeKind::RacesWith,
                  .thread = race.secondThread,
                  .step = race.secondStep,
                  .value = {}});
    markRaceSide(race.secondThread,
                 race.secondStep,
                 race.location,
                 race.secondIsWrite,
                 {.kind = EdgeKind::RacesWith,
                  .thread = race.firstThread,
                  .step = race.firstStep,
                  .value = {}});
  }

  // For every blocked thread: where it blocks, and where what it waits for was taken, or the last
  // wake-up, which came too early.
  void markDeadlock() {
    for (const auto& blocked : trace_.blocked) {
      // A thread that joins a deadlocked one waits too, but is not part of the reason.
      if (blocked.operation == EventKind::ThreadJoin && trace_.blocked.size() > 1)
        continue;
      markLast([&](const Event& e) { return e.thread == blocked.thread; });
      markLast([&](const Event& e) {
        const bool holds = e.thread == blocked.holder && takesLock(e.kind);
        return e.location == blocked.location && (holds || wakes(e.kind));
      });
    }
  }

  // What the thread `trace.relatedThread` did to the block that was used wrongly.
  void markFree() {
    if (trace_.relatedThread < 0)
      return;
    markLast([&](const Event& e) {
      return e.thread == trace_.relatedThread && e.kind == EventKind::Free;
    });
  }

  // What the failing thread saw last, if another thread wrote it: the value that the failure is about.
  void markLastAccess() {
    for (std::size_t i = list_.steps.size(); i-- > 0;) {
      if (event(i).thread != trace_.thread || !isAccess(i))
        continue;
      list_.steps[i].essential = writtenByOthers(i) || list_.steps[i].essential;
      return;
    }
  }

  void markInterruptions() {
    unsigned looked = 0;
    for (std::size_t i = list_.steps.size(); i-- > 1 && looked < kMaxInterruptions;) {
      if (list_.steps[i].switched.reason != model::SwitchReason::Preempted)
        continue;
      markInterruption(i);
      ++looked;
    }
  }

private:
  static bool takesLock(EventKind kind) {
    return kind == EventKind::Lock || kind == EventKind::TryLock || kind == EventKind::LockShared ||
           kind == EventKind::TryLockShared;
  }

  static bool wakes(EventKind kind) {
    return kind == EventKind::CondSignal || kind == EventKind::CondBroadcast ||
           kind == EventKind::FutexWake;
  }

  const Event& event(std::size_t step) const { return trace_.events[list_.events[step]]; }

  template <typename Matches>
  void markLast(Matches matches) {
    for (std::size_t i = list_.steps.size(); i-- > 0;) {
      if (!matches(event(i)))
        continue;
      list_.steps[i].essential = true;
      return;
    }
  }

  // Of the accesses of that thread to the location, the one nearest to the event number. A range that
  // only contains the location is known by its number alone.
  void markRaceSide(std::uint16_t thread,
                    std::uint64_t number,
                    std::uint32_t location,
                    bool writes,
                    const model::StepEdge& edge) {
    std::optional<std::size_t> best;
    const auto distance = [&](std::size_t i) {
      const std::uint64_t step = event(i).step;
      return step > number ? step - number : number - step;
    };
    for (std::size_t i = 0; i < list_.steps.size(); ++i) {
      const Event& e = event(i);
      const bool sameKind = writes ? isWrite(e.kind) : isRead(e.kind);
      const bool fits =
          e.thread == thread && sameKind && (e.location == location || e.step == number);
      if (fits && (!best || distance(i) < distance(*best)))
        best = i;
    }
    if (!best)
      return;
    list_.steps[*best].essential = true;
    list_.steps[*best].edge = edge;
  }

  // Steps [first, end) ran while the thread of step first-1 was preempted.
  void markInterruption(std::size_t first) {
    const std::uint16_t victim = list_.steps[first - 1].thread;
    std::size_t end = first;
    while (end < list_.steps.size() && list_.steps[end].thread != victim)
      ++end;
    std::map<std::uint32_t, std::size_t> before; // the victim's last access of each location
    for (std::size_t i = 0; i < first; ++i) {
      if (event(i).thread == victim && isAccess(i))
        before[event(i).location] = i;
    }
    for (const auto& [location, earlier] : before) {
      const auto later = firstAccess(end, victim, location);
      if (later)
        markPattern(earlier, first, end, *later);
    }
  }

  bool writtenByOthers(std::size_t access) const {
    for (std::size_t i = 0; i < access; ++i) {
      const bool other = event(i).thread != event(access).thread;
      if (other && event(i).location == event(access).location && isWrite(event(i).kind))
        return true;
    }
    return false;
  }

  bool isAccess(std::size_t i) const {
    return event(i).location != 0 && (isRead(event(i).kind) || isWrite(event(i).kind));
  }

  std::optional<std::size_t>
  firstAccess(std::size_t from, std::uint16_t thread, std::uint32_t location) const {
    for (std::size_t i = from; i < list_.steps.size(); ++i) {
      if (event(i).thread == thread && event(i).location == location && isAccess(i))
        return i;
    }
    return std::nullopt;
  }

  // earlier, [something between], later: essential unless the order of the three does not matter.
  void markPattern(std::size_t earlier, std::size_t first, std::size_t end, std::size_t later) {
    const bool victimOnlyReads = !isWrite(event(earlier).kind) && !isWrite(event(later).kind);
    std::optional<std::size_t> between;
    for (std::size_t i = first; i < end; ++i) {
      const bool sameLocation = event(i).location == event(earlier).location && isAccess(i);
      if (sameLocation && (isWrite(event(i).kind) || (!victimOnlyReads && !between)))
        between = i;
    }
    if (!between)
      return;
    for (const std::size_t i : {earlier, *between, later})
      list_.steps[i].essential = true;
    explain(list_.steps[earlier], *between, later);
  }

  void explain(const Step& earlier, std::size_t between, std::size_t later) {
    const Step& other = list_.steps[between];
    Step& victim = list_.steps[later];
    if (!isWrite(event(between).kind) || other.value.empty())
      return;
    const bool overwrites = isWrite(event(later).kind) && !isRead(event(later).kind);
    const bool readFirst = earlier.kind == model::StepKind::Read;
    if (overwrites && readFirst && other.value != victim.value)
      victim.edge = {.kind = EdgeKind::Overwrites,
                     .thread = other.thread,
                     .step = other.number,
                     .value = other.value};
    else if (victim.kind == model::StepKind::Read && earlier.value != victim.value &&
             !earlier.value.empty())
      victim.edge = {.kind = EdgeKind::Changed,
                     .thread = other.thread,
                     .step = other.number,
                     .value = earlier.value};
  }

  const model::Trace& trace_;
  StepList& list_;
};

} // namespace

void markEssential(const model::Trace& trace, StepList& list) {
  Marker marker(trace, list);
  switch (trace.kind) {
  case FindingKind::DataRace:
    marker.markRace();
    return;
  case FindingKind::Deadlock:
  case FindingKind::LostWakeup:
    marker.markDeadlock();
    return;
  case FindingKind::Livelock:
    return; // no step is to blame more than another
  case FindingKind::EscapedReference:
    if (!trace.races.empty()) {
      marker.markRace();
      return;
    }
    [[fallthrough]];
  case FindingKind::UseAfterFree:
  case FindingKind::DoubleFree:
    marker.markFree();
    break;
  case FindingKind::Linearizability:
  case FindingKind::WeakConsistency:
    break;
  default:
    marker.markLastAccess();
    break;
  }
  marker.markInterruptions();
}

} // namespace heddle::explain
