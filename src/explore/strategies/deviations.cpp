// SPDX-License-Identifier: Apache-2.0
// Problem: an execution with n scheduling points and t threads allows n * t deviations, most of which change nothing
// or the same as another one. Which come first?
// Idea: switching from thread R to thread D changes something only if what D does conflicts with what R has done in its
// turn *and* with what R is about to do. Otherwise a switch is equivalent to giving D its turn before R, or after R.
// The base executions show what threads access (footprints.h). Threads that started with the same code are symmetric:
// one of them represents all. Of the remaining deviations, one of each kind comes first. A kind is the instruction
// before which R is stopped, the code of R and the code of D. The others follow, one of each kind in turn.
// Paper: the conflicts are those of partial-order reduction (Flanagan, Godefroid, POPL 2005), used here to order a search
// instead of pruning it, because footprints may be incomplete. CHESS found that one preemption is enough for most bugs
// (Musuvathi, Qadeer, PLDI 2007).
#include "explore/strategies/deviations.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>
#include <unordered_map>

#include "explore/strategies/footprints.h"
#include "explore/strategies/operations.h"
#include "explore/strategies/strategy.h"
#include "support/hash.h"

namespace heddle::explore {

using runtime::kNoThread;
using runtime::ThreadId;

namespace {

enum class Promise : std::uint8_t {
  Between, // splits a turn between two operations that the target is related to
  Order,   // the target goes before a thread it is related to
  After,   // splits a turn after such an operation: the target may see that and take another path
  Hold,    // a thread is late: all others go before its turn, or before the rest of it
  Half,    // splits a turn before such an operation: useful only with a second deviation
  Covered, // an order with which the other base begins
  None,
};

struct Candidate {
  BaseOrder base = BaseOrder::Creation;
  Deviation deviation;
  Promise promise = Promise::None;
  std::uint32_t alike = 0; // earlier candidates of the same kind
  std::uint32_t same = 0;  // of these, on the same object
  std::size_t number = 0;

  bool isPromising() const { return same == 0 && promise <= Promise::Hold; }
  bool mayPair() const {
    return promise == Promise::Between || promise == Promise::Order || promise == Promise::Half ||
           promise == Promise::Covered;
  }
  auto rank() const { return std::tuple(!isPromising(), promise, same, alike, number); }
};

class Candidates {
public:
  explicit Candidates(const std::vector<BaseExecution>& bases)
      : bases_(bases), footprints_(bases) {}

  // All of them, the most promising first.
  std::vector<Candidate> ordered() {
    for (const BaseExecution& base : bases_)
      noteTurns(base);
    for (const BaseExecution& base : bases_)
      visit(base);
    std::ranges::sort(found_, {}, &Candidate::rank);
    return std::move(found_);
  }

private:
  void noteTurns(const BaseExecution& base) {
    for (const BaseStep& step : base.steps())
      if (!step.goesOn)
        turns_.insert({base.order(), step.place, step.chosen});
  }

  void visit(const BaseExecution& base) {
    const std::vector<BaseStep>& steps = base.steps();
    met_.clear();
    rivals_.clear();
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const BaseStep& step = steps[i];
      for (const Alternative& other : step.alternatives)
        add(base, step, other, step.goesOn ? ofSplit(step, other) : ofOrder(base, i, other));
      if (mayHold(step))
        add(base, step, {.thread = step.chosen, .kind = step.kind}, Promise::Hold);
      if (!step.goesOn) {
        met_.clear();
        rivals_ = step.enabled;
      }
      justMet_ = footprints_.relatedThreads(step);
      forEachThread(justMet_, [&](ThreadId thread) { met_.insert(thread); });
    }
  }

  void
  add(const BaseExecution& base, const BaseStep& step, const Alternative& other, Promise promise) {
    Candidate candidate{.base = base.order(),
                        .deviation = {.place = step.place,
                                      .target = other.thread,
                                      .holds = promise == Promise::Hold},
                        .promise = promise,
                        .number = found_.size()};
    const runtime::PendingOperation& operation = step.operation;
    Hasher kind;
    kind.add(static_cast<unsigned>(base.order())).add(static_cast<unsigned>(promise));
    kind.add(step.goesOn).add(step.kind).add(other.alike);
    kind.add(static_cast<unsigned>(operation.kind));
    const abi::SiteRecord* access = runtime::accessSite(operation);
    kind.add(access != nullptr ? reinterpret_cast<std::uintptr_t>(access) : operation.address);
    candidate.alike = counts_[kind.value()]++;
    candidate.same = counts_[kind.add(operation.address).value()]++;
    found_.push_back(candidate);
  }

  // The promise of letting `other` run before a step of a thread that could continue.
  Promise ofSplit(const BaseStep& step, const Alternative& other) const {
    ThreadId thread = footprints_.standIn(other);
    bool hasMet = thread == kNoThread || met_.contains(thread);
    if (footprints_.related(step, other)) {
      if (hasMet || !rivals_.contains(other.thread))
        return Promise::Between;
      return met_.empty() ? Promise::None : Promise::Half;
    }
    if (hasMet && footprints_.mayDestroy(step, other))
      return Promise::Between;
    return justMet_.contains(thread) ? Promise::After : Promise::None;
  }

  // The promise of letting `other` run before the turn that begins at this step.
  Promise ofOrder(const BaseExecution& base, std::size_t at, const Alternative& other) const {
    const std::vector<BaseStep>& steps = base.steps();
    std::size_t i = at;
    do {
      if (!isLocal(steps[i].operation.kind) && footprints_.related(steps[i], other))
        return isCovered(base.order(), steps[at].place, other) ? Promise::Covered : Promise::Order;
      ++i;
    } while (i < steps.size() && steps[i].goesOn);
    return Promise::None;
  }

  bool mayHold(const BaseStep& step) const {
    if (step.enabled.size() == 1)
      return false;
    return !step.goesOn || (!met_.empty() && !footprints_.relatedThreads(step).empty());
  }

  bool isCovered(BaseOrder base, const Place& place, const Alternative& other) const {
    BaseOrder opposite = base == BaseOrder::Creation ? BaseOrder::Reversed : BaseOrder::Creation;
    return turns_.contains({opposite, place, other.thread});
  }

  const std::vector<BaseExecution>& bases_;
  Footprints footprints_;
  std::set<std::tuple<BaseOrder, Place, ThreadId>> turns_; // which thread gets one, and where
  std::vector<Candidate> found_;
  std::unordered_map<std::uint64_t, std::uint32_t> counts_; // of candidates of each kind, by hash
  // State of the turn being visited:
  runtime::ThreadSet met_;     // related to something that has been done in it
  runtime::ThreadSet justMet_; // related to the last operation in it
  runtime::ThreadSet rivals_;  // could have had it instead
};

DeviatingPlan single(const Candidate& candidate) {
  return {.base = candidate.base, .count = 1, .deviations = {candidate.deviation}};
}

// Two deviations can be combined if the second splits the turn that the first one begins, or if the first only changes
// the order of turns.
bool goTogether(const Candidate& first, const Candidate& second) {
  if (second.deviation.place.running == first.deviation.target)
    return true;
  bool ordersTurns = first.promise == Promise::Order || first.promise == Promise::Covered;
  return ordersTurns && first.base == second.base && first.number != second.number;
}

std::vector<DeviatingPlan> pairsOf(const std::vector<Candidate>& candidates) {
  constexpr std::size_t kMostPaired = 64; // arbitrary: at most 4,096 pairs
  std::vector<Candidate> some;
  std::ranges::copy_if(candidates, std::back_inserter(some), [](const Candidate& candidate) {
    return candidate.same == 0 && candidate.mayPair();
  });
  some.resize(std::min(some.size(), kMostPaired));
  std::vector<DeviatingPlan> pairs;
  for (std::size_t sum = 0; sum + 1 < 2 * some.size(); ++sum) // both of them as early as possible
    for (std::size_t i = sum < some.size() ? 0 : sum - some.size() + 1; i < some.size() && i <= sum;
         ++i)
      if (goTogether(some[i], some[sum - i]))
        pairs.push_back({some[i].base, 2, {some[i].deviation, some[sum - i].deviation}});
  return pairs;
}

// The first of each list, the second of each, and so on.
void appendInTurns(const std::vector<std::vector<DeviatingPlan>>& lists,
                   std::vector<DeviatingPlan>& result) {
  std::size_t longest = std::ranges::max(lists, {}, &std::vector<DeviatingPlan>::size).size();
  for (std::size_t i = 0; i < longest; ++i)
    for (const std::vector<DeviatingPlan>& list : lists)
      if (i < list.size())
        result.push_back(list[i]);
}

} // namespace

DeviatingPlans planDeviations(const std::vector<BaseExecution>& bases) {
  std::vector<Candidate> candidates = Candidates(bases).ordered();
  DeviatingPlans result;
  std::vector<DeviatingPlan> holds;
  std::vector<DeviatingPlan> others;
  for (const Candidate& candidate : candidates) {
    bool isHold = candidate.promise == Promise::Hold;
    std::vector<DeviatingPlan>& list = candidate.isPromising() ? result.plans
                                       : isHold                ? holds
                                                               : others;
    list.push_back(single(candidate));
  }
  result.promising = result.plans.size();
  appendInTurns({pairsOf(candidates), std::move(holds), std::move(others)}, result.plans);
  return result;
}

} // namespace heddle::explore
