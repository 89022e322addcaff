// SPDX-License-Identifier: Apache-2.0
// Observers are copied under the lock and called without it.
// WRONG: notify() iterates over the list without the lock.
#pragma once

#include <algorithm>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

class ObserverList {
public:
  using Observer = std::function<void(int)>;

  ObserverList() = default;
  ObserverList(const ObserverList&) = delete;
  ObserverList& operator=(const ObserverList&) = delete;

  int add(Observer observer) {
    std::lock_guard lock(mutex_);
    observers_.emplace_back(++lastId_, std::move(observer));
    return lastId_;
  }

  bool remove(int id) {
    std::vector<std::pair<int, Observer>> removed; // destroyed without the lock
    std::lock_guard lock(mutex_);
    const auto found = std::find_if(
        observers_.begin(), observers_.end(), [&](const auto& each) { return each.first == id; });
    if (found == observers_.end())
      return false;
    removed.push_back(std::move(*found));
    observers_.erase(found);
    return true;
  }

  void notify(int value) {
#ifdef WRONG
    for (const auto& [id, observer] : observers_)
      if (observer)
        observer(value);
#else
    std::vector<std::pair<int, Observer>> called;
    {
      std::lock_guard lock(mutex_);
      called = observers_;
    }
    for (const auto& [id, observer] : called)
      if (observer)
        observer(value);
#endif
  }

private:
  std::mutex mutex_;
  std::vector<std::pair<int, Observer>> observers_;
  int lastId_ = 0;
};
