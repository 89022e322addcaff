// SPDX-License-Identifier: Apache-2.0
// A position that one thread writes and many read. The writer needs no lock, because there is one.
// WRONG: the sequence is incremented once per write.
#pragma once

#include <array>
#include <atomic>
#include <thread>

class SingleWriterSeqlock {
public:
  SingleWriterSeqlock() = default;
  SingleWriterSeqlock(const SingleWriterSeqlock&) = delete;
  SingleWriterSeqlock& operator=(const SingleWriterSeqlock&) = delete;

  // Called by one thread.
  void move(int x, int y) {
    const unsigned sequence = sequence_.load();
#ifndef WRONG
    sequence_.store(sequence + 1);
#endif
    x_.store(x);
    y_.store(y);
    sequence_.store(sequence + 2);
  }

  std::array<int, 2> position() const {
    for (;;) {
      const unsigned before = sequence_.load();
      const std::array<int, 2> result{x_.load(), y_.load()};
      if (before % 2 == 0 && sequence_.load() == before)
        return result;
      std::this_thread::yield();
    }
  }

private:
  std::atomic<unsigned> sequence_{0};
  std::atomic<int> x_{0};
  std::atomic<int> y_{0};
};
