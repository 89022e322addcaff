// SPDX-License-Identifier: Apache-2.0
#include "analysis/lock_order.h"

namespace heddle::analysis {

using model::ClassSummary;
using model::DoubleLock;
using model::Lock;
using model::MethodSummary;

namespace {

constexpr std::size_t kMostCycles = 64; // more would not say anything new

// The same lock on one object: taking it again is re-entry, which definition 9 leaves out.
bool isReentry(const DoubleLock& pair) {
  return pair.outer.isOwn && pair.inner.isOwn && pair.outer.path == pair.inner.path;
}

// Whether a call that wants `wanted` can wait for one that holds `held`. Two own locks either belong to one object, and
// then their paths decide, or to two objects, and then they are different locks.
bool canBlock(const Lock& held, const Lock& wanted) {
  if (held.isShared && wanted.isShared)
    return false;
  if (held.kind == Lock::kAny || wanted.kind == Lock::kAny)
    return true;
  return held.kind == wanted.kind && (!held.isOwn || !wanted.isOwn || held.path == wanted.path);
}

struct Order {
  std::size_t method;
  const DoubleLock* locks;
};

// The orders among locks of one object, each once per method.
std::vector<Order> ownOrders(const ClassSummary& summary) {
  std::vector<Order> orders;
  for (std::size_t i = 0; i < summary.methods.size(); ++i)
    for (const DoubleLock& each : summary.methods[i].doubleLocks)
      if (each.outer.isOwn && each.inner.isOwn && each.outer.kind != Lock::kAny &&
          each.inner.kind != Lock::kAny && !isReentry(each))
        orders.push_back({.method = i, .locks = &each});
  return orders;
}

} // namespace

std::optional<OppositeOrders> oppositeOrders(const MethodSummary& a, const MethodSummary& b) {
  for (const DoubleLock& mine : a.doubleLocks) {
    for (const DoubleLock& theirs : b.doubleLocks) {
      if (!isReentry(mine) && !isReentry(theirs) && canBlock(mine.outer, theirs.inner) &&
          canBlock(theirs.outer, mine.inner))
        return OppositeOrders{.first = &mine, .second = &theirs};
    }
  }
  return std::nullopt;
}

std::vector<LockCycle> cyclesOfThree(const ClassSummary& summary) {
  const std::vector<Order> orders = ownOrders(summary);
  const auto goesOn = [](const Order& from, const Order& to) {
    return canBlock(to.locks->outer, from.locks->inner);
  };
  std::vector<LockCycle> cycles;
  for (const Order& a : orders)
    for (const Order& b : orders) {
      if (!goesOn(a, b) || goesOn(b, a))
        continue;
      for (const Order& c : orders) {
        // A cycle is the same wherever it begins.
        const bool beginsHere =
            a.locks->outer.path < b.locks->outer.path && a.locks->outer.path < c.locks->outer.path;
        if (!beginsHere || !goesOn(b, c) || !goesOn(c, a) || cycles.size() == kMostCycles)
          continue;
        cycles.push_back(
            {.methods = {a.method, b.method, c.method}, .orders = {a.locks, b.locks, c.locks}});
      }
    }
  return cycles;
}

std::string spoken(const Lock& lock) {
  if (lock.kind == Lock::kAny)
    return "a lock that is not known";
  return lock.path;
}

std::string spoken(const DoubleLock& order) {
  return spoken(order.outer) + ", then " + spoken(order.inner);
}

} // namespace heddle::analysis
