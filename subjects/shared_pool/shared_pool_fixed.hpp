// SPDX-License-Identifier: Apache-2.0
// Connections in one pool for all users: the fixed twin of shared_pool.hpp.
//
// removeInstance() takes the lock of the list, and close() keeps that of the pool while it is called.
#pragma once

#include <algorithm>
#include <cstddef>
#include <list>
#include <mutex>
#include <string>
#include <utility>

#include "../pool/pool_settings.hpp"

namespace pool {

class SharedPool : public PoolSettings {
public:
  SharedPool() = default;
  ~SharedPool() { removeInstance(this); }

  // Enters the pool into the list once more.
  void setDataSourceName(std::string name) {
    std::lock_guard lock(mutex_);
    dataSourceName_ = std::move(name);
    instanceKey_ = registerNewInstance(this);
  }

  std::string dataSourceName() const {
    std::lock_guard lock(mutex_);
    return dataSourceName_;
  }

  // The last number; 0: none.
  int instanceKey() const {
    std::lock_guard lock(mutex_);
    return instanceKey_;
  }

  // Gives up all connections and entries. The pool may be named again.
  void close() {
    std::lock_guard lock(mutex_);
    instanceKey_ = 0;
    active_ = 0;
    removeInstance(this);
  }

  // Takes a connection; false: as many are out as are allowed.
  bool borrowConnection() {
    std::lock_guard lock(mutex_);
    if (active_ >= maxActive_)
      return false;
    ++active_;
    return true;
  }

  bool returnConnection() {
    std::lock_guard lock(mutex_);
    if (active_ == 0)
      return false;
    --active_;
    return true;
  }

  int numActive() const {
    std::lock_guard lock(mutex_);
    return active_;
  }

  int numIdle() const {
    std::lock_guard lock(mutex_);
    return std::max(maxActive_ - active_, 0);
  }

  int maxActive() const {
    std::lock_guard lock(mutex_);
    return maxActive_;
  }

  void setMaxActive(int maxActive) {
    std::lock_guard lock(mutex_);
    maxActive_ = maxActive;
  }

  int maxWait() const {
    std::lock_guard lock(mutex_);
    return maxWait_;
  }

  void setMaxWait(int maxWait) {
    std::lock_guard lock(mutex_);
    maxWait_ = maxWait;
  }

private:
  struct Instance {
    int key;
    const SharedPool* pool;
  };

  static int registerNewInstance(const SharedPool* pool) {
    std::lock_guard lock(registryMutex_);
    int largest = 0;
    for (const Instance& instance : instances_)
      largest = std::max(largest, instance.key);
    instances_.push_back({largest + 1, pool});
    return largest + 1;
  }

  static void removeInstance(const SharedPool* pool) {
    std::lock_guard lock(registryMutex_);
    instances_.remove_if([pool](const Instance& instance) { return instance.pool == pool; });
  }

  static inline std::mutex registryMutex_;
  static inline std::list<Instance> instances_;

  std::string dataSourceName_;
  int instanceKey_ = 0;
  int active_ = 0;
  int maxActive_ = 8;
  int maxWait_ = -1;
};

} // namespace pool
