// SPDX-License-Identifier: Apache-2.0
// Figure 5.18: the program of Figure 5.1 with a third thread, whose write of y makes the branch of the second thread feasible.
// Thesis: some schedules have the write of x in the branch, for example value schedule 5.13, in which it comes between the read and the
// write of the first thread.
#include <cassert>
#include <thread>

#include "account.hpp"

namespace {

void first() {
  {
    const std::lock_guard lock(x.mutex);
    x.value += kAmount;
  }
  const std::lock_guard lock(y.mutex);
  y.value += kAmount;
}

void second() {
  {
    const std::lock_guard lock(y.mutex);
    x.value -= kAmount;
    if (y.value < 0)
      x.value = 0;
  }
  const std::lock_guard lock(y.mutex);
  y.value -= kAmount;
}

void third() {
  y.value = -999;
}

} // namespace

int main() {
  std::thread one([] { first(); });
  std::thread two([] { second(); });
  std::thread three([] { third(); });
  one.join();
  two.join();
  three.join();
  assert(x.value == y.value);
}
