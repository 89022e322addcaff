// SPDX-License-Identifier: Apache-2.0
#include "report/titles.h"

#include <algorithm>
#include <fmt/core.h>
#include <set>
#include <vector>

#include "report/thread_states.h"

namespace heddle::report {

using model::BlockedThread;
using model::FindingKind;

namespace {

std::string join(const std::vector<unsigned>& threads) {
  std::string text;
  for (std::size_t i = 0; i < threads.size(); ++i) {
    if (i > 0)
      text += i + 1 == threads.size() ? " and " : ", ";
    text += threadName(threads[i]);
  }
  return text;
}

const BlockedThread* blockedThread(const model::Trace& trace, int thread) {
  const auto found =
      std::ranges::find_if(trace.blocked, [&](const auto& b) { return b.thread == thread; });
  return found == trace.blocked.end() ? nullptr : &*found;
}

// The threads of a wait cycle, in the order of waiting; empty when there is none.
std::vector<unsigned> waitCycle(const model::Trace& trace) {
  for (const auto& start : trace.blocked) {
    std::vector<unsigned> path;
    const BlockedThread* at = &start;
    while (at != nullptr && path.size() <= trace.blocked.size()) {
      path.push_back(at->thread);
      if (at->holder == start.thread)
        return path;
      at = blockedThread(trace, at->holder);
    }
  }
  return {};
}

std::string deadlockTitle(const model::Trace& trace, const Names& names) {
  const auto cycle = waitCycle(trace);
  if (cycle.size() > 1)
    return join(cycle) + " wait for each other";
  if (cycle.size() == 1) {
    const BlockedThread* self = blockedThread(trace, static_cast<int>(cycle.front()));
    return fmt::format("{} waits for {}", threadName(cycle.front()), waitPhrase(*self, names));
  }
  if (trace.blocked.empty())
    return "all threads wait";
  const auto& first = trace.blocked.front();
  return fmt::format(
      "{} waits for {} for ever", threadName(first.thread), waitPhrase(first, names));
}

std::string wakeupTitle(const model::Trace& trace, const Names& names) {
  const auto waits = [](const BlockedThread& b) {
    return b.operation != model::EventKind::ThreadJoin && b.holder < 0;
  };
  const auto found = std::ranges::find_if(trace.blocked, waits);
  if (found == trace.blocked.end())
    return deadlockTitle(trace, names);
  return fmt::format("{} waits for {}, and no thread is left to wake it",
                     threadName(found->thread),
                     waitPhrase(*found, names));
}

std::string raceTitle(const model::Trace& trace, const Places& places, const Names& names) {
  if (trace.races.empty())
    return "two threads access the same memory without synchronisation";
  const auto& race = trace.races.front();
  std::string name = names.location(race.location);
  for (const auto id : {race.secondSite, race.firstSite}) {
    const model::Site* site = places.site(id);
    if (site != nullptr && !site->variable.empty() && isUserCode(places.ofSite(id).file))
      name = site->variable;
  }
  const auto side = [](bool writes) { return writes ? "writes" : "reads"; };
  return fmt::format("{} {} {} while {} {} it, without synchronisation",
                     threadName(race.firstThread),
                     side(race.firstIsWrite),
                     name.empty() ? "memory" : "`" + name + "`",
                     threadName(race.secondThread),
                     side(race.secondIsWrite));
}

// The name of what the failing access works on, in back quotes; "" when the user has no name for it.
std::string failingVariable(const model::Trace& trace, const Places& places) {
  const model::Site* site = places.site(trace.site);
  if (site == nullptr || site->variable.empty() || !isUserCode(places.ofSite(trace.site).file))
    return {};
  return "`" + site->variable + "`";
}

std::string memoryTitle(const model::Trace& trace, const Places& places) {
  const std::string variable = failingVariable(trace, places);
  const bool writes = trace.message.starts_with("write");
  const std::string who = threadName(trace.thread);
  const std::string what = fmt::format(
      "{} {}", writes ? "writes" : "reads", variable.empty() ? "heap memory" : variable);
  if (trace.kind == FindingKind::HeapOverflow)
    return fmt::format("{} {} outside its heap block", who, what);
  const std::string freer =
      trace.relatedThread < 0 ? "it was freed"
      : trace.relatedThread == trace.thread
          ? "freeing it"
          : threadName(static_cast<unsigned>(trace.relatedThread)) + " freed it";
  return fmt::format("{} {} after {}", who, what, freer);
}

// A library's assertion names its function with all template arguments: "... back() [_Tp = int, ...]".
std::string withoutArguments(std::string message) {
  const std::size_t list = message.rfind(" [");
  if (list != std::string::npos && message.ends_with(']') &&
      message.find(" = ", list) != std::string::npos)
    message.resize(list);
  return message;
}

} // namespace

std::string titleOf(const model::Trace& trace, const Places& places, const Names& names) {
  const auto messageOr = [&](std::string_view otherwise) {
    return trace.message.empty() ? std::string(otherwise) : trace.message;
  };
  switch (trace.kind) {
  case FindingKind::None:
    return messageOr("the execution ended without a failure");
  case FindingKind::Deadlock:
    return deadlockTitle(trace, names);
  case FindingKind::LostWakeup:
    return wakeupTitle(trace, names);
  case FindingKind::DataRace:
    return raceTitle(trace, places, names);
  case FindingKind::UseAfterFree:
  case FindingKind::HeapOverflow:
    return memoryTitle(trace, places);
  case FindingKind::Crash:
    return messageOr("the program crashed");
  case FindingKind::Exception:
    return messageOr("an exception was not caught");
  case FindingKind::Assert:
    return withoutArguments(messageOr("an assertion failed"));
  case FindingKind::Abort:
    return messageOr("the program called abort");
  case FindingKind::Livelock:
    return messageOr("threads run for ever without getting anywhere");
  case FindingKind::Hang:
    return messageOr("a thread runs for ever");
  case FindingKind::DoubleFree:
    return messageOr("a block is freed twice");
  case FindingKind::BadFree:
    return messageOr("something is freed that is not a heap block");
  case FindingKind::StackOverflow:
    return messageOr("a thread ran out of stack");
  case FindingKind::LockMisuse:
    return messageOr("a lock is used against its rules");
  case FindingKind::Leak:
    return messageOr("memory is still allocated at exit");
  case FindingKind::ExitStatus:
    return messageOr("the program exits with a failure status");
  case FindingKind::Linearizability:
    return messageOr("the calls give results that no serial order of them gives");
  case FindingKind::Invariant:
    return messageOr("an invariant of the class does not hold");
  }
  return messageOr("the execution failed");
}

} // namespace heddle::report
