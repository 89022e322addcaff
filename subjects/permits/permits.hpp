// SPDX-License-Identifier: Apache-2.0
// A limited number of permits. Shape: the limit is exceeded because the check and the take are separate.
//
// Fault: tryAcquire() checks whether there is a permit in one lock scope and takes it in another.
// Fails: tryAcquire() | tryAcquire() with one permit left: both get it.
#pragma once

#include <cstddef>
#include <mutex>
#include <stdexcept>

class Permits {
public:
  explicit Permits(unsigned limit) : limit_(limit) {}
  Permits(const Permits&) = delete;
  Permits& operator=(const Permits&) = delete;

  bool tryAcquire() {
    if (!available())
      return false;
    std::lock_guard lock(mutex_);
    ++taken_;
    return true;
  }

  void release() {
    std::lock_guard lock(mutex_);
    if (taken_ == 0)
      throw std::logic_error("Permits: none is out");
    --taken_;
  }

  bool available() const {
    std::lock_guard lock(mutex_);
    return taken_ < limit_;
  }

  unsigned taken() const {
    std::lock_guard lock(mutex_);
    return taken_;
  }

  unsigned limit() const { return limit_; }

private:
  const unsigned limit_;
  mutable std::mutex mutex_;
  unsigned taken_ = 0;
};
