// SPDX-License-Identifier: Apache-2.0
// executions: 2
// One thread reads what the other frees: before that, or after it (a use-after-free). The free is no choice of its own,
// it follows the exchange at once.
#include <atomic>
#include <thread>

std::atomic<int*> owner;

int main() {
  int* value = new int(42);
  owner.store(value);
  std::thread reader([value] { return *value == 42; });
  std::thread freer([] {
    int* mine = owner.exchange(nullptr);
    delete mine;
  });
  reader.join();
  freer.join();
}
