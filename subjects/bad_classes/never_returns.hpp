// SPDX-License-Identifier: Apache-2.0
// One method never returns; the others are all right.
#pragma once

#include <atomic>

class Spinner {
public:
  void spin() {
    while (!never_)
      ++turns_;
  }
  void turn() { ++turns_; }
  unsigned turns() const { return turns_; }

private:
  std::atomic<bool> never_{false};
  std::atomic<unsigned> turns_{0};
};
