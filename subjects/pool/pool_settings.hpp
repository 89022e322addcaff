// SPDX-License-Identifier: Apache-2.0
// The settings that all pools of connections have. Every access is locked.
#pragma once

#include <mutex>
#include <string>
#include <utility>

namespace pool {

class PoolSettings {
public:
  PoolSettings(const PoolSettings&) = delete;
  PoolSettings& operator=(const PoolSettings&) = delete;

  std::string description() const {
    std::lock_guard lock(mutex_);
    return description_;
  }

  void setDescription(std::string description) {
    std::lock_guard lock(mutex_);
    description_ = std::move(description);
  }

  int loginTimeout() const {
    std::lock_guard lock(mutex_);
    return loginTimeout_;
  }

  void setLoginTimeout(int loginTimeout) {
    std::lock_guard lock(mutex_);
    loginTimeout_ = loginTimeout;
  }

  bool isDefaultAutoCommit() const {
    std::lock_guard lock(mutex_);
    return defaultAutoCommit_;
  }

  void setDefaultAutoCommit(bool defaultAutoCommit) {
    std::lock_guard lock(mutex_);
    defaultAutoCommit_ = defaultAutoCommit;
  }

  int defaultTransactionIsolation() const {
    std::lock_guard lock(mutex_);
    return defaultTransactionIsolation_;
  }

  void setDefaultTransactionIsolation(int defaultTransactionIsolation) {
    std::lock_guard lock(mutex_);
    defaultTransactionIsolation_ = defaultTransactionIsolation;
  }

  bool isDefaultReadOnly() const {
    std::lock_guard lock(mutex_);
    return defaultReadOnly_;
  }

  void setDefaultReadOnly(bool defaultReadOnly) {
    std::lock_guard lock(mutex_);
    defaultReadOnly_ = defaultReadOnly;
  }

  std::string validationQuery() const {
    std::lock_guard lock(mutex_);
    return validationQuery_;
  }

  void setValidationQuery(std::string validationQuery) {
    std::lock_guard lock(mutex_);
    validationQuery_ = std::move(validationQuery);
  }

  bool isRollbackAfterValidation() const {
    std::lock_guard lock(mutex_);
    return rollbackAfterValidation_;
  }

  void setRollbackAfterValidation(bool rollbackAfterValidation) {
    std::lock_guard lock(mutex_);
    rollbackAfterValidation_ = rollbackAfterValidation;
  }

  bool isTestOnBorrow() const {
    std::lock_guard lock(mutex_);
    return testOnBorrow_;
  }

  void setTestOnBorrow(bool testOnBorrow) {
    std::lock_guard lock(mutex_);
    testOnBorrow_ = testOnBorrow;
  }

  bool isTestOnReturn() const {
    std::lock_guard lock(mutex_);
    return testOnReturn_;
  }

  void setTestOnReturn(bool testOnReturn) {
    std::lock_guard lock(mutex_);
    testOnReturn_ = testOnReturn;
  }

  bool isTestWhileIdle() const {
    std::lock_guard lock(mutex_);
    return testWhileIdle_;
  }

  void setTestWhileIdle(bool testWhileIdle) {
    std::lock_guard lock(mutex_);
    testWhileIdle_ = testWhileIdle;
  }

  int timeBetweenEvictionRuns() const {
    std::lock_guard lock(mutex_);
    return timeBetweenEvictionRuns_;
  }

  void setTimeBetweenEvictionRuns(int timeBetweenEvictionRuns) {
    std::lock_guard lock(mutex_);
    timeBetweenEvictionRuns_ = timeBetweenEvictionRuns;
  }

  int testsPerEvictionRun() const {
    std::lock_guard lock(mutex_);
    return testsPerEvictionRun_;
  }

  void setTestsPerEvictionRun(int testsPerEvictionRun) {
    std::lock_guard lock(mutex_);
    testsPerEvictionRun_ = testsPerEvictionRun;
  }

  int minEvictableIdleTime() const {
    std::lock_guard lock(mutex_);
    return minEvictableIdleTime_;
  }

  void setMinEvictableIdleTime(int minEvictableIdleTime) {
    std::lock_guard lock(mutex_);
    minEvictableIdleTime_ = minEvictableIdleTime;
  }

  std::string loggerName() const {
    std::lock_guard lock(mutex_);
    return loggerName_;
  }

  void setLoggerName(std::string loggerName) {
    std::lock_guard lock(mutex_);
    loggerName_ = std::move(loggerName);
  }

  std::string jndiName() const {
    std::lock_guard lock(mutex_);
    return jndiName_;
  }

  void setJndiName(std::string jndiName) {
    std::lock_guard lock(mutex_);
    jndiName_ = std::move(jndiName);
  }

  std::string jndiFactory() const {
    std::lock_guard lock(mutex_);
    return jndiFactory_;
  }

  void setJndiFactory(std::string jndiFactory) {
    std::lock_guard lock(mutex_);
    jndiFactory_ = std::move(jndiFactory);
  }

  std::string serverHost() const {
    std::lock_guard lock(mutex_);
    return serverHost_;
  }

  void setServerHost(std::string serverHost) {
    std::lock_guard lock(mutex_);
    serverHost_ = std::move(serverHost);
  }

  int serverPort() const {
    std::lock_guard lock(mutex_);
    return serverPort_;
  }

  void setServerPort(int serverPort) {
    std::lock_guard lock(mutex_);
    serverPort_ = serverPort;
  }

  std::string characterSet() const {
    std::lock_guard lock(mutex_);
    return characterSet_;
  }

  void setCharacterSet(std::string characterSet) {
    std::lock_guard lock(mutex_);
    characterSet_ = std::move(characterSet);
  }

  int networkTimeout() const {
    std::lock_guard lock(mutex_);
    return networkTimeout_;
  }

  void setNetworkTimeout(int networkTimeout) {
    std::lock_guard lock(mutex_);
    networkTimeout_ = networkTimeout;
  }

protected:
  PoolSettings() = default;
  ~PoolSettings() = default;

  // Of the whole pool, those of derived classes included.
  mutable std::recursive_mutex mutex_;

private:
  std::string description_;
  int loginTimeout_ = 0;
  bool defaultAutoCommit_ = true;
  int defaultTransactionIsolation_ = -1;
  bool defaultReadOnly_ = false;
  std::string validationQuery_;
  bool rollbackAfterValidation_ = false;
  bool testOnBorrow_ = false;
  bool testOnReturn_ = false;
  bool testWhileIdle_ = false;
  int timeBetweenEvictionRuns_ = -1;
  int testsPerEvictionRun_ = 3;
  int minEvictableIdleTime_ = 1800;
  std::string loggerName_ = "pool";
  std::string jndiName_;
  std::string jndiFactory_;
  std::string serverHost_ = "localhost";
  int serverPort_ = 5432;
  std::string characterSet_ = "UTF-8";
  int networkTimeout_ = 0;
};

} // namespace pool
