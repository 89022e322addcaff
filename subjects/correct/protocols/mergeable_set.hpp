// SPDX-License-Identifier: Apache-2.0
// merge() must not be called with the object itself. It takes both locks together.
// WRONG: takes one lock after the other.
#pragma once

#include <cstddef>
#include <mutex>
#include <set>

class MergeableSet {
public:
  MergeableSet() = default;
  MergeableSet(const MergeableSet&) = delete;
  MergeableSet& operator=(const MergeableSet&) = delete;

  bool insert(int number) {
    std::lock_guard lock(mutex_);
    return numbers_.insert(number).second;
  }

  // `other` is another set.
  void merge(MergeableSet& other) {
#ifdef WRONG
    std::lock_guard mine(mutex_);
    std::lock_guard theirs(other.mutex_);
#else
    std::scoped_lock lock(mutex_, other.mutex_);
#endif
    numbers_.merge(other.numbers_);
  }

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return numbers_.size();
  }

private:
  mutable std::mutex mutex_;
  std::set<int> numbers_;
};
