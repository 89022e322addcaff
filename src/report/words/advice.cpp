// SPDX-License-Identifier: Apache-2.0
#include "report/words/advice.h"

#include <algorithm>
#include <fmt/core.h>

#include "report/words/object_text.h"
#include "report/words/step_text.h"
#include "report/words/titles.h"

namespace heddle::report {

using model::Finding;
using model::FindingKind;
using model::Step;

namespace {

bool isAccessed(const Step& step) {
  return step.essential && isAccess(step.kind);
}

// Under the same name, wherever that lies.
bool isSameVariable(const Finding& finding, const Step& a, const Step& b) {
  const std::string& name = finding.objects[a.object].name;
  return a.object == b.object || (!name.empty() && name == finding.objects[b.object].name);
}

std::string raceAdvice(const Finding& finding) {
  const auto found = std::ranges::find_if(finding.steps, [](const Step& s) { return s.essential; });
  const std::string name = found == finding.steps.end()
                               ? "it"
                               : fmt::format("`{}`", StepWords(finding).object(found->object));
  return fmt::format("protect {} with one mutex at both places, or make it std::atomic", name);
}

// Two essential accesses of one thread to the same variable that another thread got in between of.
std::vector<std::string> atomicityAdvice(const Finding& finding) {
  const auto& steps = finding.steps;
  for (std::size_t later = steps.size(); later-- > 0;) {
    const Step& second = steps[later];
    if (!isAccessed(second))
      continue;
    bool interrupted = false;
    for (std::size_t earlier = later; earlier-- > 0;) {
      const Step& first = steps[earlier];
      interrupted = interrupted || first.thread != second.thread;
      const bool pair = isAccessed(first) && first.thread == second.thread &&
                        isSameVariable(finding, first, second);
      if (pair && interrupted) {
        return {fmt::format(
            "hold one lock from {} to {}, so that no other thread can change `{}` in between",
            placeText(first.place),
            placeText(second.place),
            StepWords(finding).object(second.object))};
      }
    }
  }
  return {};
}

std::vector<std::string> deadlockAdvice(const Finding& finding) {
  const auto holding = std::count_if(finding.threads.begin(),
                                     finding.threads.end(),
                                     [](const auto& t) { return !t.holds.empty(); });
  if (holding >= 2)
    return {
        "take the locks in the same order everywhere, or all of them with one std::scoped_lock"};
  if (const auto cycle = waitCycle(finding); cycle.size() == 1)
    return {"do not call code that locks the same mutex while holding it"};
  return {"make sure that every wait ends: notify, unlock or stop before joining"};
}

} // namespace

std::vector<std::string> adviceFor(const Finding& finding) {
  switch (finding.kind) {
  case FindingKind::DataRace:
    return {raceAdvice(finding)};
  case FindingKind::Deadlock:
    return deadlockAdvice(finding);
  case FindingKind::LostWakeup:
    return {
        "change the condition under the waiter's mutex and notify after; wait with a predicate"};
  case FindingKind::UseAfterFree:
  case FindingKind::DoubleFree:
    return {
        "keep the object alive until its last user is done: join, std::shared_ptr, or a lock over "
        "use and free"};
  case FindingKind::BadFree:
    return {"release memory with the counterpart of what allocated it: new/delete, new[]/delete[]"};
  case FindingKind::Livelock:
    return {"let one thread win: back off, or wait on a condition variable instead of retrying"};
  case FindingKind::Hang:
    return {"the loop ends only if another thread changes what it reads; make that certain"};
  case FindingKind::Exception:
    return {
        "an exception that leaves a thread ends the program: catch it in the thread or carry it in "
        "a std::future"};
  case FindingKind::LockMisuse:
    return {"unlock in the thread that locked, and destroy a lock only when no thread uses it"};
  case FindingKind::StackOverflow:
    return {"if the recursion is meant to be this deep, raise --stack"};
  case FindingKind::Leak:
    return {"give the memory an owner: std::unique_ptr or a container"};
  case FindingKind::Crash:
  case FindingKind::Assert:
  case FindingKind::Abort:
  case FindingKind::HeapOverflow:
  case FindingKind::ExitStatus:
  case FindingKind::Linearizability:
  case FindingKind::Invariant:
    return atomicityAdvice(finding);
  case FindingKind::EscapedReference:
    return {"return a copy, or document that the caller must keep other threads out"};
  case FindingKind::WeakConsistency:
    return {"document that the result is approximate while other threads change the object"};
  case FindingKind::None:
    return {};
  }
  return {};
}

} // namespace heddle::report
