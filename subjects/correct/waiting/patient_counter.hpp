// SPDX-License-Identifier: Apache-2.0
// Yields three times before each update, to let more urgent threads run.
// WRONG: the update is two operations.
#pragma once

#include <atomic>
#include <thread>

class PatientCounter {
public:
  PatientCounter() = default;
  PatientCounter(const PatientCounter&) = delete;
  PatientCounter& operator=(const PatientCounter&) = delete;

  int next() {
    for (int round = 0; round < 3; ++round)
      std::this_thread::yield();
#ifdef WRONG
    const int value = value_.load();
    std::this_thread::yield();
    value_.store(value + 1);
    return value;
#else
    return value_.fetch_add(1);
#endif
  }

  int peek() const { return value_.load(); }

private:
  std::atomic<int> value_{0};
};
