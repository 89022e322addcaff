// SPDX-License-Identifier: Apache-2.0
// Two copies of a table: readers use one while the writer changes the other, then they change places.
// WRONG: the writer does not wait for readers of the copy that it changes.
#pragma once

#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <thread>

class LeftRight {
public:
  LeftRight() = default;
  LeftRight(const LeftRight&) = delete;
  LeftRight& operator=(const LeftRight&) = delete;

  int get(int key) {
    for (;;) {
      const int side = active_.load();
      readers_[side].fetch_add(1);
      if (active_.load() == side) {
        const auto found = copies_[side].find(key);
        const int value = found == copies_[side].end() ? 0 : found->second;
        readers_[side].fetch_sub(1);
        return value;
      }
      readers_[side].fetch_sub(1); // the copies changed places: try again
    }
  }

  void put(int key, int value) {
    std::lock_guard lock(mutex_);
    const int old = active_.load();
    const int other = 1 - old;
    waitForReaders(other);
    copies_[other][key] = value;
    active_.store(other);
    waitForReaders(old);
    copies_[old][key] = value;
  }

private:
  void waitForReaders([[maybe_unused]] int side) {
#ifndef WRONG
    while (readers_[side].load() != 0)
      std::this_thread::yield();
#endif
  }

  std::array<std::map<int, int>, 2> copies_;
  std::array<std::atomic<int>, 2> readers_{};
  std::atomic<int> active_{0};
  std::mutex mutex_;
};
