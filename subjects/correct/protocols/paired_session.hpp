// SPDX-License-Identifier: Apache-2.0
// connect() and disconnect() come in pairs per thread; queries work while at least one thread is connected.
// WRONG: query() reads without the lock.
#pragma once

#include <mutex>
#include <stdexcept>
#include <string>

class PairedSession {
public:
  PairedSession() = default;
  PairedSession(const PairedSession&) = delete;
  PairedSession& operator=(const PairedSession&) = delete;

  void connect() {
    std::lock_guard lock(mutex_);
    if (connections_++ == 0)
      server_ = "ready";
  }

  void disconnect() {
    std::lock_guard lock(mutex_);
    if (connections_ == 0)
      throw std::logic_error("PairedSession: not connected");
    if (--connections_ == 0)
      server_.clear();
  }

  std::string query() const {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    return server_;
  }

private:
  mutable std::mutex mutex_;
  int connections_ = 0;
  std::string server_;
};
