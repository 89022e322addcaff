// SPDX-License-Identifier: Apache-2.0
// Counts per thread in thread-local variables; a thread adds its count to the sum when it ends or when it asks.
// WRONG: the destructor of the thread-local count adds without the lock.
#pragma once

#include <mutex>

class ThreadStatistics {
public:
  void count() { mine().pending += 1; }

  // What this thread has counted since it published the last time.
  int pending() const { return mine().pending; }

  // The sum of what this thread and all earlier calls have published.
  int publish() {
    const int more = mine().pending;
    mine().pending = 0;
    std::lock_guard lock(mutex());
    return published() += more;
  }

private:
  struct Count {
    int pending = 0;
    ~Count() {
#ifndef WRONG
      std::lock_guard lock(mutex());
#endif
      ended() += pending;
    }
  };

  static Count& mine() {
    thread_local Count count;
    return count;
  }
  static std::mutex& mutex() {
    static std::mutex instance;
    return instance;
  }
  static int& published() {
    static int sum = 0;
    return sum;
  }
  static int& ended() {
    static int sum = 0;
    return sum;
  }
};
