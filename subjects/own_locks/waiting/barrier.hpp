// SPDX-License-Identifier: Apache-2.0
// A sense-reversing barrier for two.
// RESETS_LATE: the last to arrive lets the other one go before it has reset the count for the next round.
// NO_SENSE: threads wait until the count is full again, and miss it when the next round has begun.
#pragma once

#include <atomic>

class Barrier {
public:
  void arrive() {
    bool mine = !sense_.load();
    if (left_.fetch_sub(1) == 1) {
#if defined(RESETS_LATE)
      sense_.store(mine);
      left_.store(2); // BUG
#else
      left_.store(2);
      sense_.store(mine);
#endif
      return;
    }
#if defined(NO_SENSE)
    while (left_.load() != 2) { // BUG
    }
#else
    while (sense_.load() != mine) { // BUG
    }
#endif
  }

private:
  std::atomic<int> left_{2};
  std::atomic<bool> sense_{false};
};
