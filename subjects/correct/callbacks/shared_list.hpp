// SPDX-License-Identifier: Apache-2.0
// forEach() calls its callback under the lock, which is recursive: a callback may use the list. A callback that uses another list
// while that list's callback uses this one would block, but that is the callers' doing.
// WRONG: a second lock is taken in the opposite order by size() in a callback.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <vector>

class SharedList {
public:
  SharedList() = default;
  SharedList(const SharedList&) = delete;
  SharedList& operator=(const SharedList&) = delete;

  void add(int number) {
#ifdef WRONG
    std::lock_guard counting(countMutex_);
    ++additions_;
#endif
    std::lock_guard lock(mutex_);
    numbers_.push_back(number);
  }

  void clear() {
    std::lock_guard lock(mutex_);
    numbers_.clear();
  }

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return numbers_.size();
  }

  void forEach(const std::function<void(int)>& visit) {
    std::lock_guard lock(mutex_);
    for (std::size_t at = 0; at < numbers_.size(); ++at) {
      if (!visit)
        return;
      visit(numbers_[at]);
      if (numbers_.size() > 8)
        return;
    }
#ifdef WRONG
    std::lock_guard counting(countMutex_);
    ++visits_;
#endif
  }

private:
  mutable std::recursive_mutex mutex_;
  std::vector<int> numbers_;
#ifdef WRONG
  std::recursive_mutex countMutex_;
  int additions_ = 0;
  int visits_ = 0;
#endif
};
