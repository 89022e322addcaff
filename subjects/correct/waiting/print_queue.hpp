// SPDX-License-Identifier: Apache-2.0
// At most two documents are printed at the same time, which std::counting_semaphore ensures: it yields a few times before it sleeps.
// WRONG: the page count is not protected.
#pragma once

#include <atomic>
#include <semaphore>

class PrintQueue {
public:
  PrintQueue() = default;
  PrintQueue(const PrintQueue&) = delete;
  PrintQueue& operator=(const PrintQueue&) = delete;

  // Returns the number of this document.
  int print() {
    slots_.acquire();
#ifdef WRONG
    const int number = documents_.load() + 1;
    documents_.store(number);
#else
    const int number = documents_.fetch_add(1) + 1;
#endif
    slots_.release();
    return number;
  }

  int printed() const { return documents_.load(); }

private:
  std::counting_semaphore<2> slots_{2};
  std::atomic<int> documents_{0};
};
