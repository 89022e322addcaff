// SPDX-License-Identifier: Apache-2.0
// A bell with listeners. A connection ends when it is destroyed.
//
// Fault: the first ring() after silence is to tell the listener; it looks under one lock and notes that it has rung
// under another one.
// Fails: ring() | ring(): both tell the listener.
#pragma once

#include <functional>
#include <mutex>
#include <utility>

namespace home {

class Doorbell {
public:
  class Connection {
  public:
    Connection(Connection&& other) noexcept : bell_(std::exchange(other.bell_, nullptr)) {}
    Connection& operator=(Connection&&) = delete;
    ~Connection() {
      if (bell_ != nullptr)
        bell_->disconnect();
    }

  private:
    friend class Doorbell;
    explicit Connection(Doorbell* bell) : bell_(bell) {}
    Doorbell* bell_;
  };

  Connection connect(std::function<void()> listener) {
    std::lock_guard<std::mutex> lock(mutex_);
    listener_ = std::move(listener);
    return Connection(this);
  }

  void ring() {
    std::function<void()> listener;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (!hasRung_)
        listener = listener_;
    }
    {
      std::lock_guard<std::mutex> lock(mutex_); // BUG
      hasRung_ = true;
    }
    if (listener)
      listener();
  }

  bool hasRung() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return hasRung_;
  }

private:
  void disconnect() {
    std::lock_guard<std::mutex> lock(mutex_);
    listener_ = nullptr;
  }

  mutable std::mutex mutex_;
  std::function<void()> listener_;
  bool hasRung_ = false;
};

} // namespace home
