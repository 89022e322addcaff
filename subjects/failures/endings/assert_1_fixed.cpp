// SPDX-License-Identifier: Apache-2.0
// One read-modify-write per deposit.
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<int> balance{100};
  auto deposit = [&balance](int amount) { balance.fetch_add(amount); };
  std::thread first(deposit, 10);
  std::thread second(deposit, 20);
  first.join();
  second.join();
  assert(balance == 130);
}
