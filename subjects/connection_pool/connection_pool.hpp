// SPDX-License-Identifier: Apache-2.0
// Connections that callers acquire and release. Shape: check and act in two critical sections, on a handle that an
// earlier call returned.
//
// Fault: release() checks under the lock whether the connection is in use, and marks it as idle under the lock, but
// releases the lock in between.
// Fails: prefix c = acquire(); release(c) | release(c): the connection is idle twice.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

struct Connection {
  explicit Connection(int number) : number(number) {}
  int number;
  bool inUse = false;
};

class ConnectionPool {
public:
  ConnectionPool() = default;
  ConnectionPool(const ConnectionPool&) = delete;
  ConnectionPool& operator=(const ConnectionPool&) = delete;

  Connection* acquire() {
    std::lock_guard lock(mutex_);
    if (idle_.empty())
      open();
    Connection* connection = idle_.back();
    idle_.pop_back();
    connection->inUse = true;
    return connection;
  }

  // Releasing a connection twice is harmless.
  void release(Connection* connection) {
    if (connection == nullptr || !isInUse(connection))
      return;
    std::lock_guard lock(mutex_);
    connection->inUse = false;
    idle_.push_back(connection);
  }

  std::size_t opened() const {
    std::lock_guard lock(mutex_);
    return all_.size();
  }

  std::size_t idle() const {
    std::lock_guard lock(mutex_);
    return idle_.size();
  }

private:
  bool isInUse(const Connection* connection) const {
    std::lock_guard lock(mutex_);
    return connection->inUse;
  }

  void open() {
    all_.push_back(std::make_unique<Connection>(static_cast<int>(all_.size())));
    idle_.push_back(all_.back().get());
  }

  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<Connection>> all_;
  std::vector<Connection*> idle_;
};
