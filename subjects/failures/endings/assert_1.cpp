// SPDX-License-Identifier: Apache-2.0
// Lost update: two threads add to an atomic by a load and a store.
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<int> balance{100};
  auto deposit = [&balance](int amount) {
    const int seen = balance.load();
    balance.store(seen + amount);
  };
  std::thread first(deposit, 10);
  std::thread second(deposit, 20);
  first.join();
  second.join();
  assert(balance == 130); // BUG
}
