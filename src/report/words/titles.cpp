// SPDX-License-Identifier: Apache-2.0
#include "report/words/titles.h"

#include <algorithm>
#include <fmt/core.h>
#include <vector>

#include "report/words/message_text.h"
#include "report/words/object_text.h"
#include "report/words/step_text.h"
#include "report/words/thread_text.h"

namespace heddle::report {

using model::Finding;
using model::FindingKind;
using model::ThreadState;
using model::ThreadStatus;

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

const ThreadState* waiterOf(const Finding& finding, int thread) {
  const auto found = std::ranges::find_if(finding.threads, [&](const ThreadState& state) {
    return state.status == ThreadStatus::WaitingFor && state.thread == thread;
  });
  return found == finding.threads.end() ? nullptr : &*found;
}

// Those that wait for something known, by their numbers.
std::vector<const ThreadState*> waitersOf(const Finding& finding) {
  std::vector<const ThreadState*> waiters;
  for (const ThreadState& state : finding.threads)
    if (state.status == ThreadStatus::WaitingFor)
      waiters.push_back(&state);
  std::ranges::sort(waiters, {}, [](const ThreadState* state) { return state->thread; });
  return waiters;
}

std::string deadlockTitle(const Finding& finding, const ThreadWords& words) {
  const std::vector<unsigned> cycle = waitCycle(finding);
  if (cycle.size() > 1)
    return join(cycle) + " wait for each other";
  if (cycle.size() == 1)
    return fmt::format("{} waits for {}",
                       threadName(cycle.front()),
                       words.waited(*waiterOf(finding, static_cast<int>(cycle.front()))));
  const std::vector<const ThreadState*> waiters = waitersOf(finding);
  if (waiters.empty())
    return "all threads wait";
  return fmt::format("{} waits for {} forever",
                     threadName(waiters.front()->thread),
                     words.waited(*waiters.front()));
}

std::string wakeupTitle(const Finding& finding, const ThreadWords& words) {
  for (const ThreadState* state : waitersOf(finding))
    if (state->wait.operation != model::EventKind::ThreadJoin && state->wait.holder < 0)
      return fmt::format("{} waits for {}, and no thread is left to wake it",
                         threadName(state->thread),
                         words.waited(*state));
  return deadlockTitle(finding, words);
}

std::string raceTitle(const Finding& finding) {
  const model::RaceSides& race = finding.race;
  if (race.firstThread == race.secondThread)
    return "two threads access the same memory without synchronisation";
  const std::string name = StepWords(finding).object(race.object);
  const auto side = [](bool writes) { return writes ? "writes" : "reads"; };
  return fmt::format("{} {} {} while {} {} it, without synchronisation",
                     threadName(race.firstThread),
                     side(race.firstWrites),
                     name.empty() ? "memory" : "`" + name + "`",
                     threadName(race.secondThread),
                     side(race.secondWrites));
}

// Whether the access that a message is about is a write; its first argument is the name of a step.
bool isWrite(const model::Message& message) {
  model::StepKind kind{};
  return !message.arguments.empty() && readName(message.arguments.front(), kind) &&
         kind == model::StepKind::Write;
}

std::string memoryTitle(const Finding& finding) {
  const std::string who = threadName(finding.thread);
  const std::string what =
      fmt::format("{} {}",
                  isWrite(finding.message) ? "writes" : "reads",
                  finding.accessed.empty() ? "heap memory" : "`" + finding.accessed + "`");
  if (finding.kind == FindingKind::HeapOverflow)
    return fmt::format("{} {} outside its heap block", who, what);
  const int freedBy = finding.related.thread;
  const std::string freer = freedBy < 0 ? "it was freed"
                            : freedBy == finding.thread
                                ? "freeing it"
                                : threadName(static_cast<unsigned>(freedBy)) + " freed it";
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

std::vector<unsigned> waitCycle(const Finding& finding) {
  for (const ThreadState* start : waitersOf(finding)) {
    std::vector<unsigned> path;
    const ThreadState* at = start;
    while (at != nullptr && path.size() <= finding.threads.size()) {
      path.push_back(at->thread);
      if (at->wait.holder == start->thread)
        return path;
      at = waiterOf(finding, at->wait.holder);
    }
  }
  return {};
}

namespace {

std::string titleByKind(const Finding& finding) {
  const ThreadWords words(finding);
  const auto messageOr = [&](std::string_view otherwise) {
    return finding.message.empty() ? std::string(otherwise) : messageText(finding.message);
  };
  switch (finding.kind) {
  case FindingKind::None:
    return messageOr("the execution ended without a failure");
  case FindingKind::Deadlock:
    return deadlockTitle(finding, words);
  case FindingKind::LostWakeup:
    return wakeupTitle(finding, words);
  case FindingKind::DataRace:
    return raceTitle(finding);
  case FindingKind::UseAfterFree:
  case FindingKind::HeapOverflow:
    return memoryTitle(finding);
  case FindingKind::Crash:
    return messageOr("the program crashed");
  case FindingKind::Exception:
    return messageOr("an exception was not caught");
  case FindingKind::Assert:
    return withoutArguments(messageOr("an assertion failed"));
  case FindingKind::Abort:
    return messageOr("the program called abort");
  case FindingKind::Livelock:
    return messageOr("threads run forever without making progress");
  case FindingKind::Hang:
    return messageOr("a thread runs forever");
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
  case FindingKind::EscapedReference:
    return messageOr("a reference to guarded data leaves the lock");
  case FindingKind::WeakConsistency:
    return messageOr("the result mixes several states of the object");
  }
  return messageOr("the execution failed");
}

// Which methods meet: "`push` and `pop` in parallel: ...".
std::string withMethods(const std::vector<std::string>& methods, const std::string& title) {
  std::string text;
  for (const std::string& method : methods)
    text += (text.empty() ? "`" : " and `") + method + "`";
  return text.empty() ? title : text + " in parallel: " + title;
}

} // namespace

std::string titleOf(const Finding& finding) {
  const std::string title = titleByKind(finding);
  const bool isAboutResults =
      finding.kind == FindingKind::Linearizability || finding.kind == FindingKind::WeakConsistency;
  return isAboutResults ? withMethods(finding.methods, title) : title;
}

} // namespace heddle::report
