// SPDX-License-Identifier: Apache-2.0
// Threads have numbers in the order of their creation, and two threads create others: which number belongs to which thread
// depends on the order.
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

std::atomic<int> turn{0};
std::atomic<int> total{0};

void leaf(int amount) {
  assert(total.fetch_add(amount) != 21);
}

void parent(int index) {
  if (turn.exchange(index) == 0)
    turn.store(3);
  std::thread child(leaf, 10 * index + 1);
  child.join();
}

int main() {
  std::vector<std::thread> parents;
  for (int index = 1; index < 3; ++index)
    parents.emplace_back(parent, index);
  for (std::thread& each : parents)
    each.join();
}
