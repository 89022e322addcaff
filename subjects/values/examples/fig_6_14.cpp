// SPDX-License-Identifier: Apache-2.0
// Figure 6.14: the second thread decides at run time which account it changes under the lock of x.
// Thesis: an analysis assumes RW pairs between that account and y in the first thread. The balance of x is never negative, so that the
// account is always x, and comparing the addresses at run time refutes the pairs. What remains is the order of the locks of x and y.
#include <thread>

#include "account.hpp"

namespace {

void first() {
  {
    const std::lock_guard lock(x.mutex);
    x.value += kAmount;
  }
  const std::lock_guard lock(y.mutex);
  y.value -= kAmount;
}

void second() {
  {
    const std::lock_guard lock(x.mutex);
    Account& chosen = x.value >= 0 ? x : y;
    chosen.value -= kAmount;
  }
  const std::lock_guard lock(y.mutex);
  y.value += kAmount;
}

} // namespace

int main() {
  std::thread one([] { first(); });
  std::thread two([] { second(); });
  one.join();
  two.join();
}
