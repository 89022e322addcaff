// SPDX-License-Identifier: Apache-2.0
// Executions out of order (Chen, section 6.2.2): the orders of two accesses that no execution had yet, the most promising
// first. Each is executed once; the search in order reaches it again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "analysis/access_facts.h"
#include "explore/strategies/registry.h"
#include "explore/values/operation.h"
#include "explore/values/steps.h"
#include "support/hash_set.h"

namespace heddle::explore::values {

struct Preview {
  // A step of the beginning, and the waiter that it wakes if it can choose.
  struct Turn {
    runtime::ThreadId thread;
    runtime::ThreadId picked;
  };
  PairKind kind = PairKind::LockLock;
  bool hasFocus = false;    // an access that the user chose takes part
  std::uint64_t number = 0; // in order of discovery
  std::vector<Turn> turns;  // up to the trigger
  Operation trigger;
  // Null: the turns contain the target. Otherwise other threads than the trigger's run until one of them is about to
  // execute this site at the address of the trigger, or none of them can reach it any more.
  const abi::SiteRecord* target = nullptr;

  // Whether it comes before the other.
  bool operator<(const Preview& other) const;
};

class Previews {
public:
  // `focus` may be null.
  explicit Previews(const SiteFilter* focus) : focus_(focus) {}

  // From now on partners come from these facts; they outlive the previews.
  void use(const analysis::AccessFacts& facts) { facts_ = &facts; }

  bool empty() const { return waiting_.empty(); }
  Preview takeBest();
  void clear();

  // An execution had `first` before `second`.
  void noteOrder(const Operation& first, const Operation& second);
  // Adds the order of `target` before the step `trigger`, after `sequence`, which ends with the target, unless an
  // execution had it or will have it. If the user chose one of the two accesses, it is added after every beginning.
  void addReversal(const Steps& steps, Path::Index trigger, const std::vector<Operation>& sequence);
  // Adds the partners of the step that static analysis knows and that no execution had before it. Requires facts.
  void addPartners(const Steps& steps, Path::Index trigger);

private:
  bool isNew(const Operation& first, const Operation& second);
  void add(Preview preview);
  bool hasFocus(const Operation& one) const;

  const analysis::AccessFacts* facts_ = nullptr;
  const SiteFilter* focus_;
  std::vector<Preview> waiting_; // a heap
  static constexpr std::size_t kMostOrders = std::size_t{1} << 20;

  HashSet orders_{
      kMostOrders}; // of two accesses by thread and site, that were executed or are waiting
  HashSet siteOrders_{kMostOrders};                  // the same by site alone
  std::unordered_set<const abi::SiteRecord*> asked_; // sites whose partners were added
  std::uint64_t added_ = 0;
};

} // namespace heddle::explore::values
