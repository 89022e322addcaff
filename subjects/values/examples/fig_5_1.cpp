// SPDX-License-Identifier: Apache-2.0
// Figure 5.1: the second thread changes x under the lock of y.
// Thesis: 5 RW and 2 MM pairs (Table 5.1); the assertion can fail; the write of x in the branch is infeasible, so that the orders of the
// two RW pairs with it are, too.
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

} // namespace

int main() {
  std::thread one([] { first(); });
  std::thread two([] { second(); });
  one.join();
  two.join();
  assert(x.value == y.value);
}
