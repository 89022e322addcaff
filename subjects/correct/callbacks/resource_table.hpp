// SPDX-License-Identifier: Apache-2.0
// Entries that run a cleanup when they are removed; the cleanup runs without the lock.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <utility>

class ResourceTable {
public:
  ResourceTable() = default;
  ResourceTable(const ResourceTable&) = delete;
  ResourceTable& operator=(const ResourceTable&) = delete;

  int open(std::function<void()> cleanup) {
    std::lock_guard lock(mutex_);
    cleanups_.emplace(++last_, std::move(cleanup));
    return last_;
  }

  bool close(int handle) {
    std::function<void()> cleanup;
    {
      std::lock_guard lock(mutex_);
      const auto found = cleanups_.find(handle);
      if (found == cleanups_.end())
        return false;
      cleanup = std::move(found->second);
      cleanups_.erase(found);
    }
    if (cleanup)
      cleanup();
    return true;
  }

private:
  std::mutex mutex_;
  std::map<int, std::function<void()>> cleanups_;
  int last_ = 0;
};
