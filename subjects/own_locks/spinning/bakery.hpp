// SPDX-License-Identifier: Apache-2.0
// An odometer protected by Lamport's bakery algorithm for three threads, each of which first takes a place.
// NO_CHOOSING: no thread says that it is choosing a number, so two can get the same number and miss each other.
#pragma once

#include <atomic>

class BakeryLock {
public:
  // Returns the place that was taken.
  int lock() {
    int mine = takePlace();
    choosing_[mine].store(true);
    int highest = 0;
    for (int other = 0; other < kPlaces; ++other)
      if (int number = number_[other].load(); number > highest)
        highest = number;
    number_[mine].store(highest + 1);
    choosing_[mine].store(false);
    for (int other = 0; other < kPlaces; ++other) {
#ifndef NO_CHOOSING
      while (choosing_[other].load()) {
      }
#endif
      while (comesBefore(other, mine)) { // BUG
      }
    }
    return mine;
  }

  void unlock(int mine) {
    number_[mine].store(0);
    taken_[mine].store(false);
  }

private:
  static constexpr int kPlaces = 3;

  int takePlace() {
    for (int place = 0;; place = (place + 1) % kPlaces)
      if (!taken_[place].exchange(true))
        return place;
  }

  bool comesBefore(int other, int mine) const {
    int number = number_[other].load();
    int own = number_[mine].load();
    return number != 0 && (number < own || (number == own && other < mine));
  }

  std::atomic<bool> taken_[kPlaces] = {};
  std::atomic<bool> choosing_[kPlaces] = {};
  std::atomic<int> number_[kPlaces] = {};
};

class Odometer {
public:
  int drive() {
    int place = lock_.lock();
    int now = ++miles_;
    lock_.unlock(place);
    return now;
  }

private:
  BakeryLock lock_;
  int miles_ = 0;
};
