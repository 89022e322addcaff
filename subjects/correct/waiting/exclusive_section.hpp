// SPDX-License-Identifier: Apache-2.0
// A section for one thread at a time, guarded by a flag. A thread that finds it closed yields until it is open.
// WRONG: two threads can both find it open.
#pragma once

#include <atomic>
#include <thread>

class ExclusiveSection {
public:
  ExclusiveSection() = default;
  ExclusiveSection(const ExclusiveSection&) = delete;
  ExclusiveSection& operator=(const ExclusiveSection&) = delete;

  int add(int amount) {
    enter();
    total_ += static_cast<unsigned>(amount);
    const int now = static_cast<int>(total_);
    leave();
    return now;
  }

  int total() {
    enter();
    const int now = static_cast<int>(total_);
    leave();
    return now;
  }

private:
  void enter() {
#ifdef WRONG
    while (busy_.load())
      std::this_thread::yield();
    busy_.store(true);
#else
    while (busy_.exchange(true, std::memory_order_acquire))
      std::this_thread::yield();
#endif
  }
  void leave() { busy_.store(false, std::memory_order_release); }

  std::atomic<bool> busy_{false};
  unsigned total_ = 0;
};
