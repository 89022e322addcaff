// SPDX-License-Identifier: Apache-2.0
#include "synthesize/observers.h"

#include <algorithm>
#include <unordered_map>

namespace heddle::synthesize {

namespace {

constexpr std::size_t kMostObservers = 6;
constexpr unsigned kMostPerOperation = 2;
// A queue without size() shows its contents when they are taken out again.
constexpr std::size_t kEnoughObservers = 2;
constexpr unsigned kTakes = 2;
constexpr std::size_t kMostSurveyed = 5000; // runs: some 50 ms

bool isSafe(const CallFacts& facts) {
  return facts.returned > 0 && !facts.blocked && !facts.failed && !facts.timeDependent;
}

bool isTelling(const CallFacts& facts) {
  return facts.comparable && (facts.valueVaries || facts.threw);
}

} // namespace

Observers::Observers(const std::vector<CallId>& calls,
                     const CallCatalogue& catalogue,
                     const Behaviour& behaviour) {
  std::vector<CallId> others;
  for (CallId call : calls) {
    CallFacts facts = behaviour.facts(call);
    if (!isSafe(facts) || !isTelling(facts))
      continue;
    if (facts.changedState)
      takers_.push_back(call);
    else
      (catalogue.operation(call).isConst ? observers_ : others).push_back(call);
  }
  observers_.insert(observers_.end(), others.begin(), others.end());
}

Path Observers::chosenFor(const std::vector<Path>& suffixes,
                          const CallCatalogue& catalogue,
                          const Dependencies& dependencies) const {
  auto seesAWrite = [&](CallId observer) {
    return std::ranges::any_of(suffixes, [&](const Path& suffix) {
      return std::ranges::any_of(suffix, [&](CallId call) {
        return dependencies.changesStateFor(catalogue.call(call).operation,
                                            catalogue.call(observer).operation);
      });
    });
  };
  Path chosen;
  std::unordered_map<unsigned, unsigned> perOperation;
  for (bool seeing : {true, false})
    for (CallId call : observers_)
      if (chosen.size() < kMostObservers && seesAWrite(call) == seeing &&
          perOperation[catalogue.call(call).operation]++ < kMostPerOperation)
        chosen.push_back(call);
  if (chosen.size() < kEnoughObservers && !takers_.empty()) {
    auto taker = std::ranges::find_if(takers_, seesAWrite);
    chosen.insert(chosen.end(), kTakes, taker != takers_.end() ? *taker : takers_.front());
  }
  return chosen;
}

void surveyResults(const Path& path,
                   std::uint64_t state,
                   const std::vector<CallId>& calls,
                   const CallCatalogue& catalogue,
                   const Dependencies& dependencies,
                   Behaviour& behaviour) {
  std::size_t runs = 0;
  for (CallId changer : calls) {
    SoloCall changed = behaviour.run(path, state, changer);
    if (changed.outcome != CallOutcome::Returned || changed.state == state)
      continue;
    Path after = path;
    after.push_back(changer);
    for (CallId reader : calls)
      if (dependencies.changesStateFor(catalogue.call(changer).operation,
                                       catalogue.call(reader).operation) &&
          runs++ < kMostSurveyed)
        behaviour.run(after, changed.state, reader);
  }
}

} // namespace heddle::synthesize
