// SPDX-License-Identifier: Apache-2.0
// A window over positions, which a constructor sets up. A window that is moved past its end is written in two steps. With
// -DFIXED it is correct.
#pragma once

#include <mutex>
#include <stdexcept>
#include <utility>

class Window {
public:
  Window(unsigned first, unsigned size) : first_(first), end_(first + size) {
    if (size < 8)
      throw std::invalid_argument("Window: too small");
  }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  void moveTo(unsigned first, unsigned end) {
    if (end < first || end - first < 8)
      throw std::invalid_argument("Window: too small");
    std::unique_lock lock(mutex_);
#ifndef FIXED
    if (first >= end_) {
      first_ = first;
      lock.unlock(); // BUG
      lock.lock();
    }
#endif
    first_ = first;
    end_ = end;
  }

  std::pair<unsigned, unsigned> bounds() const {
    std::lock_guard lock(mutex_);
    return {first_, end_};
  }

private:
  mutable std::mutex mutex_;
  unsigned first_;
  unsigned end_;
};
