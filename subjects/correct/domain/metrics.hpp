// SPDX-License-Identifier: Apache-2.0
// Named counters. Counters are never removed, so their addresses stay valid without the lock.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>

class Metrics {
public:
  Metrics() = default;
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;

  long increment(const std::string& name) { return ++counter(name); }
  long value(const std::string& name) { return counter(name).load(); }

private:
  std::atomic<long>& counter(const std::string& name) {
    {
      std::shared_lock lock(mutex_);
      if (const auto found = counters_.find(name); found != counters_.end())
        return *found->second;
    }
    std::unique_lock lock(mutex_);
    auto& slot = counters_[name];
    if (!slot)
      slot = std::make_unique<std::atomic<long>>(0);
    return *slot;
  }

  std::shared_mutex mutex_;
  std::map<std::string, std::unique_ptr<std::atomic<long>>> counters_;
};
