// SPDX-License-Identifier: Apache-2.0
// Two numbers that are read together without a lock; writers take a lock. The data is atomic, so a reader that has to retry does not race.
// WRONG: the reader does not compare the sequence again.
#pragma once

#include <atomic>
#include <mutex>
#include <thread>
#include <utility>

class SeqlockPair {
public:
  SeqlockPair() = default;
  SeqlockPair(const SeqlockPair&) = delete;
  SeqlockPair& operator=(const SeqlockPair&) = delete;

  void write(int first, int second) {
    std::lock_guard lock(mutex_);
    sequence_.fetch_add(1);
    first_.store(first);
    second_.store(second);
    sequence_.fetch_add(1);
  }

  std::pair<int, int> read() const {
    for (;;) {
      const unsigned before = sequence_.load();
      const std::pair result(first_.load(), second_.load());
#ifdef WRONG
      if (before % 2 == 0)
        return result;
#else
      if (before % 2 == 0 && sequence_.load() == before)
        return result;
#endif
      std::this_thread::yield();
    }
  }

private:
  std::mutex mutex_;
  std::atomic<unsigned> sequence_{0};
  std::atomic<int> first_{0};
  std::atomic<int> second_{0};
};
