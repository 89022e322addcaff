// SPDX-License-Identifier: Apache-2.0
// What the method summaries say about the operations of the class harness: which pairs can fail at all, which of them
// come first, and which calls prepare a state for them (DepCon+, sections 4 and 6).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/classes/class_summary.h"

namespace heddle::calls {

// How promising a pair of operations is, best first.
enum class Promise : std::uint8_t {
  Deadlock, // they can take two locks in opposite orders
  Reads,    // one writes what the other reads, and no lock excludes that
  Writes,   // both write something
  Anywhere, // one of them runs code that could do anything
  Unknown,  // there is no summary, or an execution has shown that it is incomplete
  None,     // pruned: nothing can go wrong between them
};

class Dependencies {
public:
  // Nothing is known, and no pair is pruned.
  explicit Dependencies(std::size_t operations);
  // An operation that `summary` lacks is not pruned with any other. Neither is any pair of a class that starts threads,
  // because those threads change its state, too.
  Dependencies(const model::ClassSummary& summary, std::size_t operations);

  bool areKnown() const { return areKnown_; }
  Promise promise(unsigned first, unsigned second) const {
    return promises_[first * operations_ + second];
  }
  bool isPruned(unsigned first, unsigned second) const {
    return promise(first, second) == Promise::None;
  }
  bool mayDeadlock(unsigned first, unsigned second) const {
    return promise(first, second) == Promise::Deadlock;
  }
  // Three operations that can deadlock, but no two of them (analysis/lock_order.h).
  using Triple = std::array<std::uint16_t, 3>;
  const std::vector<Triple>& deadlockTriples() const { return triples_; }
  // One of them accesses another object, and the other one may be called on that object.
  bool meetOnOther(unsigned first, unsigned second) const {
    return areKnown_ && onOther_[first * operations_ + second];
  }
  // Whether `changer` can write what `reader` reads: only such calls in a prefix matter for it (section 6.1). True
  // if one of them is unknown.
  bool changesStateFor(unsigned changer, unsigned reader) const {
    return !areKnown_ || changes_[changer * operations_ + reader];
  }

  // The class starts threads after all, or an execution revealed something that the summary of `operation`, or the
  // relation of a pair, lacks: the affected pairs are restored. Returns how many.
  std::size_t restoreAll();
  std::size_t restore(unsigned operation);
  std::size_t restore(unsigned first, unsigned second);
  // Grows whenever pairs are restored.
  unsigned version() const { return version_; }

private:
  std::size_t restorePair(unsigned first, unsigned second);
  void set(unsigned first, unsigned second, Promise promise);

  std::size_t operations_;
  bool areKnown_ = false;
  unsigned version_ = 0;
  std::vector<Promise> promises_; // by first and second operation
  std::vector<bool> changes_;     // by changer and reader
  std::vector<bool> onOther_;     // by first and second operation
  std::vector<Triple> triples_;
};

} // namespace heddle::calls
