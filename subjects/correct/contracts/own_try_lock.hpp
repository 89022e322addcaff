// SPDX-License-Identifier: Apache-2.0
// A cache that is skipped when another thread uses it: find() then returns nothing.
// WRONG: find() reads although it did not get the lock.
#pragma once

#include <atomic>
#include <map>
#include <optional>

class OwnTryLock {
public:
  OwnTryLock() = default;
  OwnTryLock(const OwnTryLock&) = delete;
  OwnTryLock& operator=(const OwnTryLock&) = delete;

  std::optional<int> find(int key) {
    const bool got = !held_.test_and_set(std::memory_order_acquire);
#ifndef WRONG
    if (!got)
      return std::nullopt;
#endif
    std::optional<int> result;
    if (const auto found = entries_.find(key); found != entries_.end())
      result = found->second;
    if (got)
      held_.clear(std::memory_order_release);
    return result;
  }

  bool store(int key, int value) {
    if (held_.test_and_set(std::memory_order_acquire))
      return false;
    entries_[key] = value;
    held_.clear(std::memory_order_release);
    return true;
  }

private:
  std::atomic_flag held_;
  std::map<int, int> entries_;
};
