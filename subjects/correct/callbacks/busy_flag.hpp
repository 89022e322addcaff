// SPDX-License-Identifier: Apache-2.0
// Runs one task at a time; a second one is refused while the first runs. A task that throws leaves the flag set: tasks must
// not throw.
// WRONG: tests and sets the flag in two steps.
#pragma once

#include <atomic>
#include <functional>

class BusyFlag {
public:
  BusyFlag() = default;
  BusyFlag(const BusyFlag&) = delete;
  BusyFlag& operator=(const BusyFlag&) = delete;

  // Waits for the task that runs, then runs this one. Tasks must not throw, and must not call run().
  int run(const std::function<void()>& task) {
#ifdef WRONG
    while (busy_.load())
      busy_.wait(true);
    busy_.store(true);
    const int number = finished_.load() + 1;
#else
    while (busy_.exchange(true))
      busy_.wait(true);
    const int number = finished_.load() + 1;
#endif
    if (task)
      task();
    finished_.store(number);
    busy_.store(false);
    busy_.notify_all();
    return number;
  }

  int finished() const { return finished_.load(); }

private:
  std::atomic<bool> busy_{false};
  std::atomic<int> finished_{0};
};
