// SPDX-License-Identifier: Apache-2.0
// executions: 2
// One thread reads what the other frees: before the free, or after it (a use-after-free). The free is not a separate
// choice: it follows the exchange immediately.
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
