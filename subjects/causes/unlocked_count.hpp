// SPDX-License-Identifier: Apache-2.0
// One fault that shows everywhere: the count is not protected, and six methods use it.
#pragma once

class UnlockedCount {
public:
  void increment() { ++count_; } // BUG
  void decrement() { --count_; }
  int count() const { return count_; }
  void set(int count) { count_ = count; }
  bool isZero() const { return count_ == 0; }
  int exchange(int count) {
    const int old = count_;
    count_ = count;
    return old;
  }

private:
  int count_ = 0;
};
