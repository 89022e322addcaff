// SPDX-License-Identifier: Apache-2.0
// The method to blame is the one that is interrupted: it accesses a variable twice, or two variables, and expects no other
// thread in between. For a data race it is the one that holds no lock, or both. Two failures have the same cause if they
// share a variable and a method to blame. A method that holds no lock where it races has one cause, whatever it accesses.
#include "explain/root_causes.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "runtime/abi/calls.h"
#include "support/check.h"

namespace heddle::explain {

using model::Consequence;
using model::Finding;
using model::PairKind;
using model::RootCause;
using model::StepKind;

namespace {

using Texts = std::set<std::string>;

bool isConcurrent(unsigned lane) {
  return lane != abi::kPrefixLane && lane != abi::kEpilogueLane;
}

// A member stands for everything in it: `items_` for `this->items_[i].next`. "" for what only a library has a name
// for.
std::string memberOf(std::string_view name) {
  constexpr std::string_view kThis = "this->";
  if (name.starts_with(kThis))
    name.remove_prefix(kThis.size());
  while (!name.empty() && (name.front() == '*' || name.front() == '&' || name.front() == '('))
    name.remove_prefix(1);
  const std::size_t end =
      name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:");
  const std::string_view member = name.substr(0, end);
  return member.starts_with("_M_") || member.starts_with("__") ? "" : std::string(member);
}

std::vector<std::string> listOf(const Texts& texts) {
  return {texts.begin(), texts.end()};
}

bool isOuterToBlame(PairKind kind) {
  return kind == PairKind::Between || kind == PairKind::AroundTwo || kind == PairKind::InsideTwo ||
         kind == PairKind::Unfinished;
}

class CauseFinder {
public:
  explicit CauseFinder(const NamedExecution& execution)
      : trace_(execution.trace), list_(execution.list), places_(execution.places),
        names_(execution.names), calls_(execution.calls), objects_(execution.objects) {}

  void add(const model::OrderedPair& pair) {
    HEDDLE_CHECK(!pair.accesses.empty()) << "an order of no accesses explains a failure";
    for (const model::PairedAccess& access : pair.accesses) {
      addVariable(objects_.at(access.object).name);
      if (!isOuterToBlame(pair.kind) || access.thread == pair.accesses.front().thread)
        blame(access.thread, access.step);
    }
  }

  void add(const model::Race& race) {
    addVariable(variableOf(race));
    const bool firstIsLocked = holdsLock(race.firstThread, race.firstStep);
    const bool secondIsLocked = holdsLock(race.secondThread, race.secondStep);
    if (!firstIsLocked || secondIsLocked)
      blame(race.firstThread, race.firstStep, !firstIsLocked);
    if (!secondIsLocked || firstIsLocked)
      blame(race.secondThread, race.secondStep, !secondIsLocked);
  }

  bool isEmpty() const { return variables_.empty() && methods_.empty(); }

  // Nothing better is known: calls during which another thread accessed what they access, too.
  void addInterrupted() {
    for (const model::TracedCall& call : trace_.calls) {
      if (!isConcurrent(call.lane))
        continue;
      std::vector<const model::Step*> own;
      for (const model::Step& step : list_.steps)
        if (step.thread == call.thread && isAccess(step.kind) && step.number >= call.firstStep &&
            (call.lastStep == 0 || step.number <= call.lastStep))
          own.push_back(&step);
      if (!own.empty())
        addInterrupted(own);
    }
  }

  RootCause result() const {
    return {.variables = listOf(variables_),
            .methods = listOf(methods_),
            .unlocked = listOf(unlocked_),
            .raced = {}};
  }

private:
  // `own`: the accesses of one call.
  void addInterrupted(const std::vector<const model::Step*>& own) {
    for (const model::Step& step : list_.steps) {
      if (step.thread == own.front()->thread || !isAccess(step.kind) ||
          step.number < own.front()->number || step.number > own.back()->number)
        continue;
      for (const model::Step* access : own) {
        if (access->object != step.object ||
            (access->kind == StepKind::Read && step.kind == StepKind::Read))
          continue;
        addVariable(objects_.at(step.object).name);
        blame(access->thread, access->number);
      }
    }
  }

  void addVariable(const std::string& name) {
    if (std::string member = memberOf(name); !member.empty())
      variables_.insert(std::move(member));
  }

  // The call of the test in which the thread was; in which it is at the end if the step is 0: a thread that waits has no event.
  std::string methodAt(std::uint16_t thread, std::uint64_t step) const {
    for (const model::TracedCall& call : trace_.calls) {
      const bool isOver = call.lastStep != 0 && (step == 0 || call.lastStep < step);
      const bool isToCome = step != 0 && call.firstStep > step;
      if (call.thread != thread || !isConcurrent(call.lane) || isToCome || isOver)
        continue;
      const auto name = std::ranges::find_if(calls_, [&](const CallName& candidate) {
        return candidate.lane == call.lane && candidate.index == call.index;
      });
      return name == calls_.end() ? "" : name->method;
    }
    return "";
  }

  void blame(std::uint16_t thread, std::uint64_t step, bool isUnlocked = false) {
    // Threads of the class, and destructors, have no method.
    const std::string method = methodAt(thread, step);
    methods_.insert(method);
    if (isUnlocked)
      unlocked_.insert(method);
  }

  std::string variableOf(const model::Race& race) const {
    for (const auto id : {race.secondSite, race.firstSite}) {
      const model::Site* site = places_.site(id);
      if (site != nullptr && !site->variable.empty() && isUserCode(places_.ofSite(id).file))
        return site->variable;
    }
    return names_.location(race.location).name;
  }

  // Locks and unlocks of the thread before the step.
  bool holdsLock(std::uint16_t thread, std::uint64_t before) const {
    std::int64_t held = 0;
    for (const model::Step& step : list_.steps) {
      if (step.thread != thread || step.number >= before)
        continue;
      switch (step.kind) {
      case StepKind::Lock:
      case StepKind::LockShared:
        ++held;
        break;
      case StepKind::TryLock:
      case StepKind::TryLockShared:
        held += step.value.kind == model::ValueKind::Taken ? 1 : 0;
        break;
      case StepKind::Unlock:
      case StepKind::UnlockShared:
        --held;
        break;
      default:
        break;
      }
    }
    return held > 0;
  }

  const model::Trace& trace_;
  const StepList& list_;
  const Places& places_;
  const Names& names_;
  const std::vector<CallName>& calls_;
  const ObjectTable& objects_;
  Texts variables_, methods_, unlocked_;
};

bool haveCommon(const std::vector<std::string>& one, const std::vector<std::string>& other) {
  return std::ranges::any_of(
      one, [&](const std::string& text) { return std::ranges::binary_search(other, text); });
}

// Nothing is known about the variable: what is to blame for the other one took part.
bool tookPart(const Finding& other, const Finding& unexplained) {
  const std::vector<std::string>& blamed = other.cause.methods;
  return unexplained.cause.variables.empty() && !blamed.empty() &&
         std::ranges::all_of(blamed, [&](const std::string& method) {
           return std::ranges::find(unexplained.methods, method) != unexplained.methods.end();
         });
}

// The other one is a data race that the execution of the failure had as well.
bool hasRaceOf(const Finding& failure, const Finding& race) {
  return race.kind == model::FindingKind::DataRace &&
         haveCommon(failure.cause.raced, race.cause.variables) &&
         haveCommon(failure.cause.methods, race.cause.methods);
}

bool haveSameCause(const Finding& one, const Finding& other) {
  return (haveCommon(one.cause.variables, other.cause.variables) &&
          haveCommon(one.cause.methods, other.cause.methods)) ||
         haveCommon(one.cause.unlocked, other.cause.unlocked) || hasRaceOf(one, other) ||
         hasRaceOf(other, one) || tookPart(one, other) || tookPart(other, one);
}

void countUnder(Finding& finding, const Finding& other) {
  Consequence consequence{.kind = other.kind,
                          .methods = other.methods,
                          .variables = other.cause.variables,
                          .seen = other.seen};
  std::ranges::sort(consequence.methods);
  const auto same = std::ranges::find_if(finding.also, [&](const Consequence& known) {
    return known.kind == consequence.kind && known.methods == consequence.methods &&
           known.variables == consequence.variables;
  });
  if (same == finding.also.end())
    finding.also.push_back(std::move(consequence));
  else
    same->seen += consequence.seen;
}

// By index: the first finding with the same cause, over any number of others in between.
std::vector<std::size_t> firstOfEach(const std::vector<Finding>& findings) {
  std::vector<std::size_t> first(findings.size());
  std::iota(first.begin(), first.end(), 0);
  for (std::size_t i = 0; i < findings.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      if (first[i] == first[k] || !haveSameCause(findings[i], findings[k]))
        continue;
      const auto [low, high] = std::minmax(first[i], first[k]);
      std::ranges::replace(first, std::size_t{high}, std::size_t{low});
    }
  return first;
}

} // namespace

RootCause causeOf(const NamedExecution& execution, const Finding& finding) {
  const CauseFinder nothing(execution);
  CauseFinder order = nothing;
  for (const model::OrderedPair& pair : finding.why)
    order.add(pair);
  // A data race on one of the variables is the deeper cause.
  CauseFinder races = nothing, allRaces = nothing;
  for (const model::Race& race : execution.trace.races) {
    CauseFinder alone = nothing;
    alone.add(race);
    if (order.isEmpty() || haveCommon(alone.result().variables, order.result().variables))
      races.add(race);
    if (finding.kind == model::FindingKind::DataRace)
      break; // the first is the one that was found
    allRaces.add(race);
  }
  if (order.isEmpty() && races.isEmpty())
    order.addInterrupted();
  RootCause cause = races.isEmpty() ? order.result() : races.result();
  cause.raced = allRaces.result().variables;
  return cause;
}

std::vector<Finding> oneForEachCause(std::vector<Finding> findings) {
  const std::vector<std::size_t> first = firstOfEach(findings);
  std::vector<Finding> kept;
  std::vector<std::size_t> places(findings.size());
  for (std::size_t i = 0; i < findings.size(); ++i) {
    HEDDLE_CHECK(first[i] <= i) << "finding " << i << " is counted under a later one";
    if (first[i] == i) {
      places[i] = kept.size();
      kept.push_back(std::move(findings[i]));
    } else {
      countUnder(kept[places[first[i]]], findings[i]);
    }
  }
  return kept;
}

} // namespace heddle::explain
