// SPDX-License-Identifier: Apache-2.0
#include "value_schedules.h"

#include <algorithm>
#include <vector>

#include "explore/strategies/dfs_strategy.h"

namespace heddle::explore::inline simulation {

using runtime::Event;
using runtime::EventKind;
using runtime::FailureKind;

namespace {

// The events of the last execution.
class Recorder final : public runtime::EventSink {
public:
  void onEvent(const Event& event) override {
    events_.resize(event.number);
    events_.push_back(event);
  }
  std::vector<Event> take(std::uint64_t delivered) {
    events_.resize(delivered);
    return events_;
  }

private:
  std::vector<Event> events_;
};

struct Access {
  Event event;
  unsigned number; // within its thread
  std::uintptr_t mutex = 0;
  std::uint64_t woken = ~std::uint64_t{0};
};

bool isMemory(EventKind kind) {
  return kind == EventKind::AtomicLoad || kind == EventKind::AtomicStore ||
         kind == EventKind::AtomicRmw;
}

bool isNotification(EventKind kind) {
  return kind == EventKind::CondSignal || kind == EventKind::CondBroadcast;
}

// The accesses among the events, with the mutex that each of them uses.
std::vector<Access> accessesOf(const std::vector<Event>& events) {
  std::vector<Access> accesses;
  std::map<runtime::ThreadId, unsigned> numbers;
  std::map<runtime::ThreadId, std::uintptr_t> waitMutex;
  for (const Event& event : events) {
    if (event.kind == EventKind::WakeUp) {
      accesses.back().woken = event.value;
      continue;
    }
    if (event.kind == EventKind::ThreadCreate || event.kind == EventKind::ThreadJoin)
      continue;
    Access access{event, numbers[event.thread]++};
    if (event.kind == EventKind::CondWait)
      waitMutex[event.thread] = access.mutex = event.value;
    else if (event.kind == EventKind::Woken)
      access.mutex = waitMutex[event.thread];
    else if (!isMemory(event.kind) && !isNotification(event.kind))
      access.mutex = event.address;
    accesses.push_back(access);
  }
  return accesses;
}

bool conflict(const Access& one, const Access& other) {
  EventKind a = one.event.kind;
  EventKind b = other.event.kind;
  if (isMemory(a) && isMemory(b))
    return one.event.address == other.event.address &&
           !(a == EventKind::AtomicLoad && b == EventKind::AtomicLoad);
  if (one.mutex != 0 && one.mutex == other.mutex)
    return true;
  bool isWaiting = a == EventKind::CondWait || b == EventKind::CondWait;
  return (isNotification(a) || isNotification(b)) &&
         (isWaiting || (isNotification(a) && isNotification(b))) &&
         one.event.address == other.event.address;
}

std::string nameOf(const Access& access) {
  return std::to_string(access.event.thread) + "." + std::to_string(access.number);
}

// Which accesses the last one of the thread depends on, itself included.
std::vector<bool> historyOf(runtime::ThreadId thread, const std::vector<Access>& accesses) {
  std::vector<bool> isPart(accesses.size());
  bool hasLast = false;
  for (std::size_t i = accesses.size(); i-- > 0;) {
    bool isLast = !hasLast && accesses[i].event.thread == thread;
    hasLast = hasLast || isLast;
    isPart[i] = isLast;
    for (std::size_t k = i + 1; k < accesses.size() && !isPart[i]; ++k)
      isPart[i] = isPart[k] && (accesses[i].event.thread == accesses[k].event.thread ||
                                conflict(accesses[i], accesses[k]));
  }
  return isPart;
}

std::string textOf(const std::vector<Access>& accesses, const std::vector<bool>& isPart) {
  std::map<std::string, std::string> lines;
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    if (!isPart[i])
      continue;
    const Access& access = accesses[i];
    std::string& line = lines[nameOf(access)];
    line = std::to_string(static_cast<unsigned>(access.event.kind)) + "@" +
           std::to_string(access.event.address) + "=" + std::to_string(access.event.value);
    if (access.woken != ~std::uint64_t{0})
      line += " wakes " + std::to_string(access.woken);
    for (std::size_t k = 0; k < i; ++k)
      if (isPart[k] && accesses[k].event.thread != access.event.thread &&
          conflict(accesses[k], access))
        line += " after " + nameOf(accesses[k]);
  }
  std::string text;
  for (auto& [name, line] : lines) {
    // The order of the parts of a line must not depend on the interleaving.
    std::vector<std::string> parts;
    std::size_t at = 0;
    while ((at = line.find(" after ", at)) != std::string::npos) {
      std::size_t end = line.find(" after ", at + 1);
      parts.push_back(line.substr(at, end == std::string::npos ? end : end - at));
      line.erase(at, parts.back().size());
    }
    std::ranges::sort(parts);
    text += name + ":" + line;
    for (const std::string& part : parts)
      text += part;
    text += "\n";
  }
  return text;
}

void note(const std::vector<Event>& events,
          const runtime::Outcome& outcome,
          ValueSchedules& schedules) {
  std::vector<Access> accesses = accessesOf(events);
  bool isComplete = outcome.kind == FailureKind::None || outcome.kind == FailureKind::Deadlock;
  if (isComplete)
    ++schedules.complete[textOf(accesses, std::vector<bool>(accesses.size(), true)) +
                         (outcome.kind == FailureKind::Deadlock ? "deadlock" : "")];
  else
    ++schedules.failing[textOf(accesses, historyOf(outcome.thread, accesses)) + "fails"];
}

} // namespace

ValueSchedules schedulesOf(Strategy& strategy, std::uint64_t most) {
  ValueSchedules schedules;
  Recorder recorder;
  runtime::Options options;
  options.askWhenAlone = strategy.watchesAll();
  while (schedules.counted < most && strategy.beginExecution(schedules.counted)) {
    const runtime::Outcome& outcome = lease().run({.chooser = strategy,
                                                   .options = options,
                                                   .sink = &recorder,
                                                   .checkpoint = strategy.checkpoint()});
    ++schedules.executions;
    if (strategy.endExecution({.outcome = outcome}) != Ending::Counted)
      continue;
    ++schedules.counted;
    note(recorder.take(outcome.delivered), outcome, schedules);
  }
  schedules.leftOut = strategy.leftSomethingOut();
  return schedules;
}

ValueSchedules schedulesByBruteForce(std::uint64_t most) {
  DfsStrategy dfs({});
  return schedulesOf(dfs, most);
}

} // namespace heddle::explore::inline simulation
