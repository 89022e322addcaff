// SPDX-License-Identifier: Apache-2.0
// Counts requests in flight with a handle; drain() refuses new ones.
// WRONG: begin() looks at the flag before it takes the lock.
#pragma once

#include <mutex>
#include <optional>
#include <utility>

class InFlight {
public:
  class Request {
  public:
    Request(Request&& other) noexcept : owner_(std::exchange(other.owner_, nullptr)) {}
    Request& operator=(Request&&) = delete;
    ~Request() {
      if (owner_)
        owner_->end();
    }

  private:
    friend class InFlight;
    explicit Request(InFlight* owner) : owner_(owner) {}
    InFlight* owner_;
  };

  InFlight() = default;
  InFlight(const InFlight&) = delete;
  InFlight& operator=(const InFlight&) = delete;

  std::optional<Request> begin() {
#ifdef WRONG
    if (draining())
      return std::nullopt;
    std::lock_guard lock(mutex_);
#else
    std::lock_guard lock(mutex_);
    if (draining_)
      return std::nullopt;
#endif
    ++running_;
    ++accepted_;
    return Request(this);
  }

  // Returns how many requests were accepted before.
  int drain() {
    std::lock_guard lock(mutex_);
    draining_ = true;
    return accepted_;
  }

  int accepted() const {
    std::lock_guard lock(mutex_);
    return accepted_;
  }

  bool draining() const {
    std::lock_guard lock(mutex_);
    return draining_;
  }

private:
  void end() {
    std::lock_guard lock(mutex_);
    --running_;
  }

  mutable std::mutex mutex_;
  bool draining_ = false;
  int running_ = 0;
  int accepted_ = 0;
};
