// SPDX-License-Identifier: Apache-2.0
// Uses a std::latch of one: each runner that lines up waits for the start; start() may be called once or more.
// WRONG: start() can count down twice.
#pragma once

#include <atomic>
#include <latch>

class StartLine {
public:
  StartLine() = default;
  StartLine(const StartLine&) = delete;
  StartLine& operator=(const StartLine&) = delete;

  // Returns whether this call started the race.
  bool start() {
#ifdef WRONG
    if (started_.load())
      return false;
    started_.store(true);
#else
    if (started_.exchange(true))
      return false;
#endif
    signal_.count_down();
    return true;
  }

  void lineUp() const { signal_.wait(); }
  bool started() const { return started_.load(); }

private:
  std::latch signal_{1};
  std::atomic<bool> started_{false};
};
