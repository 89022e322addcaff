// SPDX-License-Identifier: Apache-2.0
#include "explore/values/target_tree.h"

#include <algorithm>

namespace heddle::explore::values {

namespace {

auto firstOf(runtime::ThreadId thread, std::span<const Operation> sequence) {
  return std::ranges::find(sequence, thread, &Operation::thread);
}

} // namespace

bool canComeFirst(const Operation& operation, std::span<const Operation> sequence) {
  auto own = firstOf(operation.thread, sequence);
  return std::none_of(sequence.begin(), own, [&](const Operation& before) {
    return areInConflict(before, operation);
  });
}

TargetTree TargetTree::takeFirst() {
  TargetTree rest = std::move(branches_.front().rest);
  branches_.erase(branches_.begin());
  return rest;
}

bool TargetTree::insert(std::vector<Operation> sequence) {
  TargetTree* tree = this;
  for (;;) {
    auto branch = std::ranges::find_if(tree->branches_, [&](const Branch& each) {
      return canComeFirst(each.operation, sequence);
    });
    if (branch == tree->branches_.end())
      break;
    auto own = std::ranges::find(sequence, branch->operation.thread, &Operation::thread);
    if (own != sequence.end()) {
      // All waiters are tried wherever one is picked.
      if (own->other != branch->operation.other)
        return false;
      sequence.erase(own);
    }
    if (sequence.empty() || branch->rest.empty())
      return false;
    tree = &branch->rest;
  }
  for (const Operation& operation : sequence) {
    tree->branches_.push_back({operation, {}});
    tree = &tree->branches_.back().rest;
  }
  return true;
}

} // namespace heddle::explore::values
