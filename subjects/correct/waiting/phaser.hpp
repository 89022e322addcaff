// SPDX-License-Identifier: Apache-2.0
// Parties that register, arrive and leave; a phase ends when all registered parties have arrived.
#pragma once

#include <condition_variable>
#include <mutex>
#include <stdexcept>

class Phaser {
public:
  Phaser() = default;
  Phaser(const Phaser&) = delete;
  Phaser& operator=(const Phaser&) = delete;

  int enroll() {
    std::lock_guard lock(mutex_);
    ++parties_;
    return phase_;
  }

  // Returns the phase that the arrival counts for.
  int arrive() {
    std::lock_guard lock(mutex_);
    if (parties_ == 0)
      throw std::logic_error("Phaser: no party");
    const int phase = phase_;
    ++arrived_;
    advanceIfComplete();
    return phase;
  }

  int leave() {
    std::lock_guard lock(mutex_);
    if (parties_ == 0)
      throw std::logic_error("Phaser: no party");
    const int phase = phase_;
    --parties_;
    advanceIfComplete();
    return phase;
  }

  // Waits until `phase` is over.
  void await(int phase) {
    std::unique_lock lock(mutex_);
    advanced_.wait(lock, [&] { return phase_ > phase; });
  }

private:
  void advanceIfComplete() {
    if (arrived_ < parties_)
      return;
    arrived_ = 0;
    ++phase_;
    advanced_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable advanced_;
  int parties_ = 0;
  int arrived_ = 0;
  int phase_ = 0;
};
