// SPDX-License-Identifier: Apache-2.0
// Connections in a pool for each user: the fixed twin of per_user_pool.hpp.
//
// removeInstance() takes the lock of the registry, and close() keeps that of the pool while it is called.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "../pool/pool_settings.hpp"

namespace pool {

class PerUserPool;

// The pools that can be found by a key.
class InstanceRegistry {
public:
  // Returns the key, which is larger than all others.
  int registerNewInstance(const PerUserPool* instance) {
    std::lock_guard lock(mutex_);
    const int key = largestKey() + 1;
    instances_[key] = instance;
    return key;
  }

  void removeInstance(const PerUserPool* instance) {
    std::lock_guard lock(mutex_);
    std::erase_if(instances_, [instance](const auto& entry) { return entry.second == instance; });
  }

private:
  int largestKey() const {
    int largest = 0;
    for (const auto& [key, instance] : instances_)
      largest = std::max(largest, key);
    return largest;
  }

  std::mutex mutex_;
  std::map<int, const PerUserPool*> instances_;
};

class PerUserPool : public PoolSettings {
public:
  PerUserPool() = default;
  ~PerUserPool() { registry_.removeInstance(this); }

  // Registers the pool under one more key.
  void setDataSourceName(std::string name) {
    std::lock_guard lock(mutex_);
    dataSourceName_ = std::move(name);
    enlist();
  }

  std::string dataSourceName() const {
    std::lock_guard lock(mutex_);
    return dataSourceName_;
  }

  // The last key; 0: none.
  int instanceKey() const {
    std::lock_guard lock(mutex_);
    return instanceKey_;
  }

  // Gives up all connections and keys. The pool may be named again.
  void close() {
    std::lock_guard lock(mutex_);
    instanceKey_ = 0;
    active_.clear();
    registry_.removeInstance(this);
  }

  // Takes a connection; false: the user has as many as are allowed.
  bool borrowConnection(const std::string& user) {
    std::lock_guard lock(mutex_);
    if (active_[user] >= limitOf(user))
      return false;
    ++active_[user];
    return true;
  }

  bool returnConnection(const std::string& user) {
    std::lock_guard lock(mutex_);
    auto found = active_.find(user);
    if (found == active_.end() || found->second == 0)
      return false;
    --found->second;
    return true;
  }

  int numActive(const std::string& user) const {
    std::lock_guard lock(mutex_);
    auto found = active_.find(user);
    return found == active_.end() ? 0 : found->second;
  }

  std::size_t users() const {
    std::lock_guard lock(mutex_);
    return active_.size();
  }

  int defaultMaxActive() const {
    std::lock_guard lock(mutex_);
    return defaultMaxActive_;
  }

  void setDefaultMaxActive(int defaultMaxActive) {
    std::lock_guard lock(mutex_);
    defaultMaxActive_ = defaultMaxActive;
  }

  int defaultMaxIdle() const {
    std::lock_guard lock(mutex_);
    return defaultMaxIdle_;
  }

  void setDefaultMaxIdle(int defaultMaxIdle) {
    std::lock_guard lock(mutex_);
    defaultMaxIdle_ = defaultMaxIdle;
  }

  int defaultMaxWait() const {
    std::lock_guard lock(mutex_);
    return defaultMaxWait_;
  }

  void setDefaultMaxWait(int defaultMaxWait) {
    std::lock_guard lock(mutex_);
    defaultMaxWait_ = defaultMaxWait;
  }

  int perUserMaxActive(const std::string& user) const {
    std::lock_guard lock(mutex_);
    auto found = perUserMaxActive_.find(user);
    return found == perUserMaxActive_.end() ? 8 : found->second;
  }

  void setPerUserMaxActive(const std::string& user, int maxActive) {
    std::lock_guard lock(mutex_);
    perUserMaxActive_[user] = maxActive;
  }

  int perUserMaxIdle(const std::string& user) const {
    std::lock_guard lock(mutex_);
    auto found = perUserMaxIdle_.find(user);
    return found == perUserMaxIdle_.end() ? 8 : found->second;
  }

  void setPerUserMaxIdle(const std::string& user, int maxIdle) {
    std::lock_guard lock(mutex_);
    perUserMaxIdle_[user] = maxIdle;
  }

  int perUserMaxWait(const std::string& user) const {
    std::lock_guard lock(mutex_);
    auto found = perUserMaxWait_.find(user);
    return found == perUserMaxWait_.end() ? -1 : found->second;
  }

  void setPerUserMaxWait(const std::string& user, int maxWait) {
    std::lock_guard lock(mutex_);
    perUserMaxWait_[user] = maxWait;
  }

  bool perUserDefaultAutoCommit(const std::string& user) const {
    std::lock_guard lock(mutex_);
    auto found = perUserDefaultAutoCommit_.find(user);
    return found == perUserDefaultAutoCommit_.end() ? true : found->second;
  }

  void setPerUserDefaultAutoCommit(const std::string& user, bool defaultAutoCommit) {
    std::lock_guard lock(mutex_);
    perUserDefaultAutoCommit_[user] = defaultAutoCommit;
  }

  bool perUserDefaultReadOnly(const std::string& user) const {
    std::lock_guard lock(mutex_);
    auto found = perUserDefaultReadOnly_.find(user);
    return found == perUserDefaultReadOnly_.end() ? false : found->second;
  }

  void setPerUserDefaultReadOnly(const std::string& user, bool defaultReadOnly) {
    std::lock_guard lock(mutex_);
    perUserDefaultReadOnly_[user] = defaultReadOnly;
  }

  int perUserTransactionIsolation(const std::string& user) const {
    std::lock_guard lock(mutex_);
    auto found = perUserTransactionIsolation_.find(user);
    return found == perUserTransactionIsolation_.end() ? -1 : found->second;
  }

  void setPerUserTransactionIsolation(const std::string& user, int transactionIsolation) {
    std::lock_guard lock(mutex_);
    perUserTransactionIsolation_[user] = transactionIsolation;
  }

private:
  void enlist() { instanceKey_ = registry_.registerNewInstance(this); }

  int limitOf(const std::string& user) const {
    auto found = perUserMaxActive_.find(user);
    return found == perUserMaxActive_.end() ? defaultMaxActive_ : found->second;
  }

  static inline InstanceRegistry registry_;

  std::string dataSourceName_;
  int instanceKey_ = 0;
  std::map<std::string, int> active_;
  int defaultMaxActive_ = 8;
  int defaultMaxIdle_ = 8;
  int defaultMaxWait_ = -1;
  std::map<std::string, int> perUserMaxActive_;
  std::map<std::string, int> perUserMaxIdle_;
  std::map<std::string, int> perUserMaxWait_;
  std::map<std::string, bool> perUserDefaultAutoCommit_;
  std::map<std::string, bool> perUserDefaultReadOnly_;
  std::map<std::string, int> perUserTransactionIsolation_;
};

} // namespace pool
