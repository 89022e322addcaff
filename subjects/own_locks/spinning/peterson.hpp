// SPDX-License-Identifier: Apache-2.0
// A tally protected by Peterson's algorithm. A thread first takes one of the two sides.
// NO_TURN: two flags alone; when both are up, both threads wait forever.
// LOOKS_FIRST: a thread reads the flag of the other side before it raises its own.
#pragma once

#include <atomic>

class PetersonLock {
public:
  // Returns the side that was taken.
  int lock() {
    int side = takeSide();
    int other = 1 - side;
#if defined(LOOKS_FIRST)
    turn_.store(other);
    while (wants_[other].load() && turn_.load() == other) { // BUG
    }
    wants_[side].store(true);
#elif defined(NO_TURN)
    wants_[side].store(true);
    while (wants_[other].load()) { // BUG
    }
#else
    wants_[side].store(true);
    turn_.store(other);
    while (wants_[other].load() && turn_.load() == other) {
    }
#endif
    return side;
  }

  void unlock(int side) {
    wants_[side].store(false);
    taken_[side].store(false);
  }

private:
  int takeSide() {
    for (int side = 0;; side = 1 - side)
      if (!taken_[side].exchange(true))
        return side;
  }

  std::atomic<bool> taken_[2] = {};
  std::atomic<bool> wants_[2] = {};
  std::atomic<int> turn_{0};
};

class Tally {
public:
  int vote() {
    int side = lock_.lock();
    int votes = ++votes_;
    lock_.unlock(side);
    return votes;
  }

private:
  PetersonLock lock_;
  int votes_ = 0;
};
