// SPDX-License-Identifier: Apache-2.0
#include "generate/observers.h"

#include <algorithm>
#include <unordered_map>

#include "support/check.h"

namespace heddle::generate {

namespace {

constexpr std::size_t kMostObservers = 6;
constexpr unsigned kMostPerOperation = 2;
// A queue without size() reveals its contents when they are taken out again.
constexpr std::size_t kEnoughObservers = 2;
constexpr unsigned kTakes = 2;
constexpr std::size_t kMostSurveyed = 5000; // runs: about 50 ms

bool isSafe(const calls::CallFacts& facts) {
  return facts.returned > 0 && !facts.blocked && !facts.failed;
}

bool isTelling(const calls::CallFacts& facts) {
  return facts.comparable && (facts.valueVaries || facts.threw);
}

} // namespace

Observers::Observers(const std::vector<calls::CallId>& calls,
                     const calls::CallCatalogue& catalogue,
                     const calls::Behaviour& behaviour) {
  std::vector<calls::CallId> others;
  for (calls::CallId call : calls) {
    calls::CallFacts facts = behaviour.facts(call);
    if (!catalogue.mayBeIn(call, abi::kInEpilogue) || !isSafe(facts) || !isTelling(facts))
      continue;
    if (facts.changedState)
      takers_.push_back(call);
    else
      (catalogue.operation(call).isConst ? observers_ : others).push_back(call);
  }
  observers_.insert(observers_.end(), others.begin(), others.end());
}

calls::Path Observers::chosenFor(const std::vector<calls::Path>& suffixes,
                                 const calls::CallCatalogue& catalogue,
                                 const calls::Dependencies& dependencies) const {
  auto seesAWrite = [&](calls::CallId observer) {
    return std::ranges::any_of(suffixes, [&](const calls::Path& suffix) {
      return std::ranges::any_of(suffix, [&](calls::CallId call) {
        return dependencies.changesStateFor(catalogue.call(call).operation,
                                            catalogue.call(observer).operation);
      });
    });
  };
  calls::Path chosen;
  std::unordered_map<unsigned, unsigned> perOperation;
  for (bool seeing : {true, false})
    for (calls::CallId call : observers_)
      if (chosen.size() < kMostObservers && seesAWrite(call) == seeing &&
          perOperation[catalogue.call(call).operation]++ < kMostPerOperation)
        chosen.push_back(call);
  if (chosen.size() < kEnoughObservers && !takers_.empty()) {
    auto taker = std::ranges::find_if(takers_, seesAWrite);
    chosen.insert(chosen.end(), kTakes, taker != takers_.end() ? *taker : takers_.front());
  }
  HEDDLE_CHECK(chosen.size() <= kMostObservers) << "an epilogue of " << chosen.size() << " calls";
  return chosen;
}

void surveyResults(const calls::Path& path,
                   std::uint64_t state,
                   const std::vector<calls::CallId>& calls,
                   const calls::CallCatalogue& catalogue,
                   const calls::Dependencies& dependencies,
                   calls::Behaviour& behaviour) {
  std::size_t runs = 0;
  for (calls::CallId changer : calls) {
    calls::SoloCall changed = behaviour.run(path, state, changer);
    if (changed.outcome != calls::CallOutcome::Returned || changed.state == state)
      continue;
    calls::Path after = path;
    after.push_back(changer);
    for (calls::CallId reader : calls)
      if (dependencies.changesStateFor(catalogue.call(changer).operation,
                                       catalogue.call(reader).operation) &&
          runs++ < kMostSurveyed)
        behaviour.run(after, changed.state, reader);
  }
}

} // namespace heddle::generate
