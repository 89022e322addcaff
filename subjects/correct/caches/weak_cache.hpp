// SPDX-License-Identifier: Apache-2.0
// Objects that are shared for as long as a caller keeps them; sweep() removes the expired entries.
// WRONG: sweep() does not take the lock.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>

class WeakCache {
public:
  WeakCache() = default;
  WeakCache(const WeakCache&) = delete;
  WeakCache& operator=(const WeakCache&) = delete;

  std::shared_ptr<const std::string> get(int key) {
    std::lock_guard lock(mutex_);
    auto& entry = entries_[key];
    auto value = entry.lock();
    if (!value) {
      value = std::make_shared<const std::string>(std::to_string(key));
      entry = value;
    }
    return value;
  }

  void sweep() {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    std::erase_if(entries_, [](const auto& entry) { return entry.second.expired(); });
  }

private:
  std::mutex mutex_;
  std::map<int, std::weak_ptr<const std::string>> entries_;
};
