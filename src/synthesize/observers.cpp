// SPDX-License-Identifier: Apache-2.0
#include "synthesize/observers.h"

#include <unordered_map>

namespace heddle::synthesize {

namespace {

constexpr std::size_t kMostObservers = 6;
constexpr unsigned kMostPerOperation = 2;
// A queue without size() shows its contents when they are taken out again.
constexpr std::size_t kEnoughObservers = 2;
constexpr unsigned kTakes = 2;

bool isSafe(const CallFacts& facts) {
  return facts.returned > 0 && !facts.blocked && !facts.failed && !facts.timeDependent;
}

bool isTelling(const CallFacts& facts) {
  return facts.comparable && (facts.valueVaries || facts.threw);
}

} // namespace

std::vector<CallId> chooseObservers(const std::vector<CallId>& calls,
                                    const CallCatalogue& catalogue,
                                    const Behaviour& behaviour) {
  std::vector<CallId> constant, observers, takers;
  for (CallId call : calls) {
    CallFacts facts = behaviour.facts(call);
    if (!isSafe(facts) || !isTelling(facts))
      continue;
    if (facts.changedState)
      takers.push_back(call);
    else
      (catalogue.operation(call).isConst ? constant : observers).push_back(call);
  }
  observers.insert(observers.begin(), constant.begin(), constant.end());
  std::vector<CallId> chosen;
  std::unordered_map<unsigned, unsigned> perOperation;
  for (CallId call : observers)
    if (chosen.size() < kMostObservers &&
        perOperation[catalogue.call(call).operation]++ < kMostPerOperation)
      chosen.push_back(call);
  if (chosen.size() < kEnoughObservers && !takers.empty())
    chosen.insert(chosen.end(), kTakes, takers.front());
  return chosen;
}

} // namespace heddle::synthesize
