// SPDX-License-Identifier: Apache-2.0
// Loads a value once, however many threads ask for it at the same time: the others wait for the first.
#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <string>

class SingleFlight {
public:
  SingleFlight() = default;
  SingleFlight(const SingleFlight&) = delete;
  SingleFlight& operator=(const SingleFlight&) = delete;

  // The number of the load that produced the value.
  int get(const std::string& key) {
    std::unique_lock lock(mutex_);
    const auto found = entries_.find(key);
    if (found != entries_.end()) {
      loaded_.wait(lock, [&] { return found->second.has_value(); });
      return *found->second;
    }
    const auto mine = entries_.emplace(key, std::nullopt).first;
    lock.unlock();
    const int value = load(key);
    lock.lock();
    mine->second = value;
    loaded_.notify_all();
    return value;
  }

private:
  // Entries are never erased: iterators stay valid.
  static int load(const std::string& key) { return static_cast<int>(key.size()) + 1; }

  std::mutex mutex_;
  std::condition_variable loaded_;
  std::map<std::string, std::optional<int>> entries_;
};
