// SPDX-License-Identifier: Apache-2.0
// A method ends the process, another has a fault: two calls of add() lose one.
#pragma once

#include <atomic>
#include <cstdlib>

class Tally {
public:
  void add() { count_ = count_ + 1; }
  unsigned count() const { return count_; }
  void quit() { std::exit(0); }

private:
  std::atomic<unsigned> count_{0};
};
