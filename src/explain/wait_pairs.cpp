// SPDX-License-Identifier: Apache-2.0
#include "explain/wait_pairs.h"

#include <algorithm>
#include <map>
#include <set>

namespace heddle::explain {

using model::EventKind;
using model::OrderedPair;
using model::PairedAccess;
using model::PairKind;
using model::StepKind;
using model::ThreadState;
using model::ThreadStatus;

namespace {

// Each costs a walk over the steps; the last ones matter.
constexpr unsigned kMaxWaits = 32;

const ThreadState* waiter(const std::vector<ThreadState>& threads, int thread) {
  const auto found = std::ranges::find_if(threads, [&](const ThreadState& state) {
    return state.thread == thread && state.status == ThreadStatus::WaitingFor;
  });
  return found == threads.end() ? nullptr : &*found;
}

const model::HeldObject* heldObject(const ThreadState& holder, model::ObjectIndex object) {
  const auto found = std::ranges::find(holder.holds, object, &model::HeldObject::object);
  return found == holder.holds.end() ? nullptr : &*found;
}

PairedAccess lockOf(const ThreadState& holder, const model::HeldObject& held) {
  const bool isShared = held.operation == EventKind::LockShared;
  return {.thread = holder.thread,
          .kind = isShared ? StepKind::LockShared : StepKind::Lock,
          .object = held.object,
          .place = held.place};
}

PairedAccess waitOf(const ThreadState& state, StepKind kind) {
  return {.thread = state.thread,
          .kind = kind,
          .object = state.wait.object,
          .place = state.stack.empty() ? model::SourcePlace() : state.stack.front()};
}

bool isLock(EventKind operation) {
  return operation == EventKind::Lock || operation == EventKind::LockShared;
}

// `start` and the threads that it waits for in turn, if the last of them waits for `start`.
std::vector<const ThreadState*> cycleFrom(const std::vector<ThreadState>& threads,
                                          const ThreadState& start) {
  std::vector<const ThreadState*> path;
  for (const ThreadState* at = &start; at != nullptr && path.size() <= threads.size();
       at = waiter(threads, at->wait.holder)) {
    path.push_back(at);
    if (at->wait.holder == start.thread)
      return path;
  }
  return {};
}

// Empty when the cycle is not one of locks alone.
std::vector<PairedAccess> cycleAccesses(const std::vector<const ThreadState*>& cycle) {
  std::vector<PairedAccess> accesses;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const ThreadState& before = *cycle[(i + cycle.size() - 1) % cycle.size()];
    const model::HeldObject* held = heldObject(*cycle[i], before.wait.object);
    if (!isLock(cycle[i]->wait.operation) || held == nullptr)
      return {};
    accesses.push_back(lockOf(*cycle[i], *held));
    accesses.push_back(waitOf(*cycle[i], StepKind::Block));
  }
  return accesses;
}

// A wait that a notification ended.
struct Notified {
  std::size_t wait = 0, notification = 0; // steps
  std::size_t end = 0;                    // event at which the wait returned, or their number
};

class Waits {
public:
  explicit Waits(const PairedSteps& steps) : steps_(steps) {}

  bool isWait(std::size_t i) const { return steps_.event(i).kind == EventKind::CondWait; }
  bool isNotification(std::size_t i) const {
    return steps_.event(i).kind == EventKind::CondSignal ||
           steps_.event(i).kind == EventKind::CondBroadcast;
  }

  std::optional<std::size_t> lastNotification(std::uint32_t location) const {
    return steps_.lastBefore(steps_.size(), [&](std::size_t i) {
      return isNotification(i) && steps_.location(i) == location;
    });
  }

  // Whether it notified one thread, and a thread received it.
  bool wokeOne(std::size_t notification) const {
    const model::Event& event = steps_.event(notification);
    return event.kind == EventKind::CondSignal && event.hasValue &&
           lastWait(static_cast<std::uint16_t>(event.value), event.location, notification)
               .has_value();
  }

  std::optional<std::size_t>
  lastWait(std::uint16_t thread, std::uint32_t location, std::size_t before) const {
    return steps_.lastBefore(before, [&](std::size_t i) {
      return isWait(i) && steps_.thread(i) == thread && steps_.location(i) == location;
    });
  }

  // The waits that never ended, one per thread.
  std::vector<std::size_t> endless() const {
    std::vector<std::size_t> found;
    for (const auto& blocked : steps_.trace().blocked) {
      if (blocked.operation != EventKind::CondWait)
        continue;
      if (const auto wait = lastWait(blocked.thread, blocked.location, steps_.size()))
        found.push_back(*wait);
    }
    return found;
  }

  // None when no notification woke the thread.
  std::optional<Notified> notifiedAt(std::size_t wait) const {
    const auto& events = steps_.trace().events;
    std::size_t end = steps_.eventIndex(wait);
    while (end < events.size() &&
           !(events[end].thread == steps_.thread(wait) && events[end].kind == EventKind::Woken))
      ++end;
    const auto notification = steps_.firstFrom(wait + 1, [&](std::size_t i) {
      return isNotification(i) && steps_.location(i) == steps_.location(wait) &&
             wakes(i, steps_.thread(wait));
    });
    if (!notification || steps_.eventIndex(*notification) > end)
      return std::nullopt;
    return Notified{.wait = wait, .notification = *notification, .end = end};
  }

  bool wakes(std::size_t notification, std::uint16_t thread) const {
    return steps_.event(notification).kind == EventKind::CondBroadcast ||
           steps_.event(notification).value == thread;
  }

  // What the thread read before it waited: its reads since it took the lock, or since its wait before.
  std::map<std::uint32_t, std::size_t> checksOf(std::size_t wait) const {
    std::map<std::uint32_t, std::size_t> checks;
    for (std::size_t i = wait; i-- > 0;) {
      if (steps_.thread(i) != steps_.thread(wait))
        continue;
      if (steps_.reads(i))
        checks.emplace(steps_.location(i), i);
      else if (isWait(i) || steps_.event(i).kind == EventKind::Lock)
        break;
    }
    return checks;
  }

  // The lock that the wait releases: the last one taken that the thread still holds.
  std::uint32_t lockOf(std::size_t wait) const {
    std::vector<std::uint32_t> released;
    for (std::size_t i = wait; i-- > 0;) {
      if (steps_.thread(i) != steps_.thread(wait))
        continue;
      const std::uint32_t location = steps_.location(i);
      const auto at = std::ranges::find(released, location);
      if (steps_.event(i).kind == EventKind::Unlock)
        released.push_back(location);
      else if (steps_.event(i).kind == EventKind::Lock && at == released.end())
        return location;
      else if (steps_.event(i).kind == EventKind::Lock)
        released.erase(at);
    }
    return 0;
  }

  // A lock that another thread took after the notification and before the wait returned, and under which it wrote memory for which
  // `isWanted`.
  template <typename IsWanted>
  std::optional<std::size_t> bargingLock(const Notified& notified, IsWanted isWanted) const {
    const std::uint32_t lock = lockOf(notified.wait);
    for (std::size_t i = notified.notification + 1;
         lock != 0 && i < steps_.size() && steps_.eventIndex(i) < notified.end;
         ++i) {
      const bool isBarging = steps_.event(i).kind == EventKind::Lock &&
                             steps_.location(i) == lock &&
                             steps_.thread(i) != steps_.thread(notified.wait);
      if (isBarging && writesUnder(i, lock, isWanted))
        return i;
    }
    return std::nullopt;
  }

private:
  template <typename IsWanted>
  bool writesUnder(std::size_t taken, std::uint32_t lock, IsWanted isWanted) const {
    for (std::size_t i = taken + 1; i < steps_.size(); ++i) {
      if (steps_.thread(i) != steps_.thread(taken))
        continue;
      if (steps_.event(i).kind == EventKind::Unlock && steps_.location(i) == lock)
        return false;
      if (steps_.writes(i) && isWanted(i))
        return true;
    }
    return false;
  }

  const PairedSteps& steps_;
};

// The last read of memory that the notifying thread wrote after it and before it notified: what the waiting thread tested too early.
std::optional<OrderedPair>
testedTooEarly(const PairedSteps& steps, std::size_t notification, std::size_t wait) {
  std::map<std::uint32_t, std::size_t>
      writes; // after the step that is looked at, by location: the last one
  for (std::size_t i = notification; i-- > 0;) {
    if (steps.thread(i) == steps.thread(notification) && steps.writes(i))
      writes.emplace(steps.location(i), i);
    if (steps.thread(i) != steps.thread(wait) || !steps.reads(i) || steps.writes(i))
      continue;
    const auto write = writes.find(steps.location(i));
    if (write != writes.end() && steps.mayDiffer(i, write->second) && steps.isSameFunction(i, wait))
      return steps.pair(PairKind::NotifiedBetween, {i, write->second, notification, wait});
  }
  return std::nullopt;
}

// The thread read, after the notification, memory that the notifying thread had written: it knew what it was notified of.
bool isInformed(const PairedSteps& steps, std::size_t notification, std::size_t wait) {
  std::set<std::uint32_t> written;
  for (std::size_t i = 0; i < notification; ++i) {
    if (steps.thread(i) == steps.thread(notification) && steps.writes(i))
      written.insert(steps.location(i));
  }
  for (std::size_t i = notification; i < wait; ++i) {
    if (steps.thread(i) == steps.thread(wait) && steps.reads(i) &&
        written.contains(steps.location(i)))
      return true;
  }
  return false;
}

// The wait of another thread that the last notification ended, if it was one for a single thread and came after `wait`.
std::optional<Notified>
notifiedInstead(const PairedSteps& steps, const Waits& waits, std::size_t wait) {
  const auto last = waits.lastNotification(steps.location(wait));
  if (!last || *last < wait || !waits.wokeOne(*last) || waits.wakes(*last, steps.thread(wait)))
    return std::nullopt;
  const auto woken = waits.lastWait(
      static_cast<std::uint16_t>(steps.event(*last).value), steps.location(wait), *last);
  return woken ? waits.notifiedAt(*woken) : std::nullopt;
}

std::optional<OrderedPair>
wokeOneOfSeveral(const PairedSteps& steps, const Waits& waits, std::size_t wait) {
  const auto instead = notifiedInstead(steps, waits, wait);
  if (!instead)
    return std::nullopt;
  return steps.pair(PairKind::WokeOther, {wait, instead->wait, instead->notification});
}

std::optional<OrderedPair>
wokeAnotherPlace(const PairedSteps& steps, const Waits& waits, std::size_t wait) {
  auto pair = wokeOneOfSeveral(steps, waits, wait);
  const bool isSamePlace = pair && pair->accesses[0].place.line == pair->accesses[1].place.line;
  return isSamePlace ? std::nullopt : pair;
}

std::optional<OrderedPair>
overtaken(const PairedSteps& steps, const Waits& waits, std::size_t wait) {
  const auto instead = notifiedInstead(steps, waits, wait);
  if (!instead)
    return std::nullopt;
  const auto checks = waits.checksOf(wait);
  const auto lock = waits.bargingLock(
      *instead, [&](std::size_t write) { return checks.contains(steps.location(write)); });
  if (!lock)
    return std::nullopt;
  return steps.pair(PairKind::Barging, {instead->wait, instead->notification, *lock});
}

std::optional<OrderedPair>
unannounced(const PairedSteps& steps, const Waits& waits, std::size_t wait) {
  const auto last = waits.lastNotification(steps.location(wait));
  if (last && *last > wait)
    return std::nullopt;
  const auto checks = waits.checksOf(wait);
  const auto write = steps.lastBefore(steps.size(), [&](std::size_t i) {
    return i > wait && steps.thread(i) != steps.thread(wait) && steps.writes(i) &&
           checks.contains(steps.location(i));
  });
  if (!write)
    return std::nullopt;
  const std::size_t read = checks.at(steps.location(*write));
  if (!steps.mayDiffer(read, *write))
    return std::nullopt;
  return steps.pair(PairKind::Unannounced, {read, wait, *write});
}

} // namespace

std::optional<OrderedPair> lockPair(const std::vector<ThreadState>& threads) {
  for (const ThreadState& state : threads) {
    const bool waits = state.status == ThreadStatus::WaitingFor;
    const auto cycle = waits ? cycleFrom(threads, state) : std::vector<const ThreadState*>();
    if (cycle.size() < 2)
      continue;
    if (auto accesses = cycleAccesses(cycle); !accesses.empty())
      return OrderedPair{.kind = PairKind::LockCycle, .accesses = std::move(accesses)};
  }
  for (const ThreadState& blocked : threads) {
    const ThreadState* holder = waiter(threads, blocked.wait.holder);
    if (blocked.status != ThreadStatus::WaitingFor || holder == nullptr ||
        !isLock(blocked.wait.operation) || holder->wait.operation != EventKind::CondWait)
      continue;
    if (const auto* held = heldObject(*holder, blocked.wait.object))
      return OrderedPair{.kind = PairKind::LockedWait,
                         .accesses = {lockOf(*holder, *held),
                                      waitOf(*holder, StepKind::Wait),
                                      waitOf(blocked, StepKind::Block)}};
  }
  return std::nullopt;
}

std::optional<OrderedPair> lostNotification(const PairedSteps& steps) {
  const Waits waits(steps);
  for (const std::size_t wait : waits.endless()) {
    const auto notification = waits.lastNotification(steps.location(wait));
    if (!notification || *notification > wait || waits.wokeOne(*notification) ||
        steps.thread(*notification) == steps.thread(wait) || isInformed(steps, *notification, wait))
      continue;
    if (auto pair = testedTooEarly(steps, *notification, wait))
      return pair;
    return steps.pair(PairKind::NotifiedBefore, {*notification, wait});
  }
  return std::nullopt;
}

Decision decisionOfWaiters(const PairedSteps& steps) {
  const Waits waits(steps);
  Decision decision;
  decision.reads.emplace();
  for (const std::size_t wait : waits.endless()) {
    for (const auto& [location, read] : waits.checksOf(wait)) {
      std::size_t& last = (*decision.reads)[location];
      last = std::max(last, read);
    }
  }
  return decision;
}

std::optional<OrderedPair> insufficientNotification(const PairedSteps& steps) {
  const Waits waits(steps);
  const std::vector<std::size_t> endless = waits.endless();
  for (const auto explain : {wokeAnotherPlace, overtaken, wokeOneOfSeveral, unannounced}) {
    for (const std::size_t wait : endless) {
      if (auto pair = explain(steps, waits, wait))
        return pair;
    }
  }
  return std::nullopt;
}

std::optional<OrderedPair> barging(const PairedSteps& steps, std::uint16_t thread) {
  const auto lastRead = steps.lastBefore(
      steps.size(), [&](std::size_t i) { return steps.thread(i) == thread && steps.isAccess(i); });
  if (!lastRead || !steps.reads(*lastRead))
    return std::nullopt;
  const Waits waits(steps);
  unsigned looked = 0;
  for (std::size_t wait = steps.size(); wait-- > 0 && looked < kMaxWaits;) {
    if (!waits.isWait(wait))
      continue;
    ++looked;
    const auto notified = waits.notifiedAt(wait);
    if (!notified || !waits.checksOf(wait).contains(steps.location(*lastRead)))
      continue;
    const auto lock = waits.bargingLock(*notified, [&](std::size_t write) {
      return write < *lastRead && steps.location(write) == steps.location(*lastRead);
    });
    if (lock && (steps.thread(*lock) == thread || steps.thread(wait) == thread))
      return steps.pair(PairKind::Barging, {wait, notified->notification, *lock});
  }
  return std::nullopt;
}

} // namespace heddle::explain
