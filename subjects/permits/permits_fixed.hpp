// SPDX-License-Identifier: Apache-2.0
// Permits of which only so many may be out: the fixed twin of permits.hpp.
//
// tryAcquire() asks and takes under one lock.
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
    std::lock_guard lock(mutex_);
    if (taken_ >= limit_)
      return false;
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
