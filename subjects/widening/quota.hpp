// SPDX-License-Identifier: Apache-2.0
// A soft and a hard quota, with a mutex each. A soft quota above the old hard one is stored before the hard one. With -DFIXED
// it is correct.
#pragma once

#include <cstdint>
#include <mutex>

class Quota {
public:
  // False: the quotas do not fit together.
  bool set(std::uint64_t soft, std::uint64_t hard) {
    if (soft + 100 > hard)
      return false;
    std::scoped_lock update(updates_);
#ifndef FIXED
    if (soft > hard_) {
      {
        std::lock_guard lock(mutex_);
        soft_ = soft;
      } // BUG
      std::lock_guard lock(mutex_);
      hard_ = hard;
      return true;
    }
#endif
    std::lock_guard lock(mutex_);
    soft_ = soft;
    hard_ = hard;
    return true;
  }

  // Always positive.
  std::int64_t reserve() const {
    std::lock_guard lock(mutex_);
    return static_cast<std::int64_t>(hard_ - soft_);
  }

private:
  std::mutex updates_;
  mutable std::mutex mutex_;
  std::uint64_t soft_ = 0;
  std::uint64_t hard_ = 100;
};
