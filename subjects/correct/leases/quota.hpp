// SPDX-License-Identifier: Apache-2.0
// Reserved memory, returned by a handle. commit() keeps what was reserved.
// WRONG: reserve() compares before it adds.
#pragma once

#include <atomic>
#include <optional>
#include <utility>

class Quota {
public:
  class Reservation {
  public:
    Reservation(Reservation&& other) noexcept
        : quota_(std::exchange(other.quota_, nullptr)), bytes_(other.bytes_) {}
    Reservation& operator=(Reservation&&) = delete;
    ~Reservation() {
      if (quota_)
        quota_->used_.fetch_sub(bytes_);
    }
    void commit() { quota_ = nullptr; }

  private:
    friend class Quota;
    Reservation(Quota* quota, int bytes) : quota_(quota), bytes_(bytes) {}
    Quota* quota_;
    int bytes_;
  };

  Quota() = default;
  Quota(const Quota&) = delete;
  Quota& operator=(const Quota&) = delete;

  std::optional<Reservation> reserve(int bytes) {
    if (!charge(bytes))
      return std::nullopt;
    return Reservation(this, bytes);
  }

  // Takes `bytes` that are never returned.
  bool charge(int bytes) {
    if (bytes < 0 || bytes > kLimit)
      return false;
#ifdef WRONG
    if (used_.load() + bytes > kLimit)
      return false;
    used_.fetch_add(bytes);
    return true;
#else
    int used = used_.load();
    do {
      if (used + bytes > kLimit)
        return false;
    } while (!used_.compare_exchange_weak(used, used + bytes));
    return true;
#endif
  }

  bool full() const { return used_.load() >= kLimit; }

private:
  static constexpr int kLimit = 10;
  std::atomic<int> used_{0};
};
