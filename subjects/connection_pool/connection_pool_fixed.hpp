// SPDX-License-Identifier: Apache-2.0
// Connections that callers acquire and release: the fixed twin of connection_pool.hpp.
//
// release() checks and acts under one lock.
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
    std::lock_guard lock(mutex_);
    if (connection == nullptr || !connection->inUse)
      return;
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
  void open() {
    all_.push_back(std::make_unique<Connection>(static_cast<int>(all_.size())));
    idle_.push_back(all_.back().get());
  }

  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<Connection>> all_;
  std::vector<Connection*> idle_;
};
