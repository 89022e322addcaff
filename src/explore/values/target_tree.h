// SPDX-License-Identifier: Apache-2.0
// What is left to try at a backtracking point: for each target access the operations that lead to it, which end with the
// target. Sequences that begin alike share their beginning.
//
// Such a tree is a wake-up tree (Abdulla, Aronis, Jonsson, Sagonas, "Source sets: a foundation for optimal dynamic partial
// order reduction", JACM 2017, section 5). The new sequence is left out if executions of one that is already there have
// its order as well. With sleep sets, no value schedule is then executed twice, and no execution is in vain.
#pragma once

#include <span>
#include <vector>

#include "explore/values/operation.h"

namespace heddle::explore::values {

class TargetTree {
public:
  bool empty() const;
  void clear();

  const Operation& first() const;
  // What follows the first operation; the tree loses this branch.
  TargetTree takeFirst();

  // Adds a sequence. Returns false if the tree has its order already.
  bool insert(std::vector<Operation> sequence);

private:
  struct Branch;
  std::vector<Branch> branches_; // in the order in which they were added
};

struct TargetTree::Branch {
  Operation operation;
  TargetTree rest;
};

inline bool TargetTree::empty() const {
  return branches_.empty();
}
inline void TargetTree::clear() {
  branches_.clear();
}
inline const Operation& TargetTree::first() const {
  return branches_.front().operation;
}

// Whether an execution that begins with `operation` can have the order of the sequence: the operation is the first of its
// thread in the sequence and can be moved to the front, or the thread is not part of it and nothing is in conflict.
bool canComeFirst(const Operation& operation, std::span<const Operation> sequence);

} // namespace heddle::explore::values
