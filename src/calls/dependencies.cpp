// SPDX-License-Identifier: Apache-2.0
#include "calls/dependencies.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "analysis/lock_order.h"
#include "analysis/relations.h"
#include "support/check.h"

namespace heddle::calls {

namespace {

// Locations by number. kAnywhere has number 0 and meets every other.
class LocationSets {
public:
  LocationSets() { numbers_.emplace(model::Location::kAnywhere, 0); }

  using Set = std::vector<bool>;
  Set setOf(const std::vector<model::Location>& locations) {
    Set set;
    for (const model::Location& location : locations) {
      std::size_t number = numbers_.try_emplace(location.name, numbers_.size()).first->second;
      if (number >= set.size())
        set.resize(number + 1);
      set[number] = true;
    }
    return set;
  }

  static bool meet(const Set& one, const Set& other) {
    bool meetAnywhere = !one.empty() && !other.empty() && (one[0] || other[0]);
    return meetAnywhere || meetByName(one, other);
  }
  static bool meetByName(const Set& one, const Set& other) {
    for (std::size_t i = 1; i < std::min(one.size(), other.size()); ++i)
      if (one[i] && other[i])
        return true;
    return false;
  }

private:
  std::unordered_map<std::string_view, std::size_t> numbers_;
};

} // namespace

Dependencies::Dependencies(std::size_t operations)
    : operations_(operations), promises_(operations * operations, Promise::Unknown) {}

Dependencies::Dependencies(const model::ClassSummary& summary, std::size_t operations)
    : Dependencies(operations) {
  areKnown_ = true;
  changes_.assign(operations * operations, true);
  onOther_.assign(operations * operations, false);
  LocationSets locations;
  std::vector<LocationSets::Set> reads, writes;
  for (const model::MethodSummary& method : summary.methods) {
    reads.push_back(locations.setOf(method.reads));
    writes.push_back(locations.setOf(method.writes));
  }
  auto promiseOf = [&](const analysis::Relation& relation) {
    auto [first, second] = std::pair(relation.first, relation.second);
    if (relation.doubleLock)
      return Promise::Deadlock;
    if (relation.isPruned())
      return summary.startsThreads ? Promise::Unknown : Promise::None;
    if (LocationSets::meetByName(writes[first], reads[second]) ||
        LocationSets::meetByName(writes[second], reads[first]))
      return Promise::Reads;
    return LocationSets::meetByName(writes[first], writes[second]) ? Promise::Writes
                                                                   : Promise::Anywhere;
  };
  for (const analysis::Relation& relation : analysis::relateAll(summary)) {
    unsigned first = summary.methods[relation.first].operation;
    unsigned second = summary.methods[relation.second].operation;
    if (first >= operations || second >= operations)
      continue;
    changes_[first * operations + second] =
        LocationSets::meet(writes[relation.first], reads[relation.second]);
    changes_[second * operations + first] =
        LocationSets::meet(writes[relation.second], reads[relation.first]);
    onOther_[first * operations + second] = relation.onOther;
    onOther_[second * operations + first] = relation.onOther;
    set(first, second, promiseOf(relation));
  }
  for (const analysis::LockCycle& cycle : analysis::cyclesOfThree(summary)) {
    Triple triple;
    std::ranges::transform(cycle.methods, triple.begin(), [&](std::size_t method) {
      return summary.methods[method].operation;
    });
    std::ranges::sort(triple);
    if (triple.back() < operations && std::ranges::find(triples_, triple) == triples_.end())
      triples_.push_back(triple);
  }
}

void Dependencies::set(unsigned first, unsigned second, Promise promise) {
  HEDDLE_CHECK(first < operations_ && second < operations_)
      << "a pair of operations " << first << " and " << second << " of " << operations_;
  promises_[first * operations_ + second] = promise;
  promises_[second * operations_ + first] = promise;
}

std::size_t Dependencies::restorePair(unsigned first, unsigned second) {
  HEDDLE_CHECK(first < operations_ && second < operations_)
      << "a pair of operations " << first << " and " << second << " of " << operations_;
  if (!isPruned(first, second))
    return 0;
  set(first, second, Promise::Unknown);
  return 1;
}

std::size_t Dependencies::restoreAll() {
  std::size_t restored = 0;
  for (unsigned first = 0; first < operations_; ++first)
    for (unsigned second = first; second < operations_; ++second)
      restored += restorePair(first, second);
  version_ += restored > 0 ? 1 : 0;
  return restored;
}

std::size_t Dependencies::restore(unsigned operation) {
  std::size_t restored = 0;
  for (unsigned other = 0; other < operations_; ++other)
    restored += restorePair(operation, other);
  version_ += restored > 0 ? 1 : 0;
  return restored;
}

std::size_t Dependencies::restore(unsigned first, unsigned second) {
  std::size_t restored = restorePair(first, second);
  version_ += restored > 0 ? 1 : 0;
  return restored;
}

} // namespace heddle::calls
