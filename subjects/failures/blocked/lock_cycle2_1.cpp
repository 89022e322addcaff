// SPDX-License-Identifier: Apache-2.0
// Two accounts locked in opposite orders by two transfers.
#include <mutex>
#include <thread>

namespace {

struct Account {
  std::mutex mutex;
  int balance = 100;
};

void transfer(Account& from, Account& to, int amount) {
  std::lock_guard first(from.mutex);
  std::lock_guard second(to.mutex); // BUG
  from.balance -= amount;
  to.balance += amount;
}

} // namespace

int main() {
  Account a;
  Account b;
  std::thread there([&] { transfer(a, b, 10); });
  std::thread back([&] { transfer(b, a, 20); });
  there.join();
  back.join();
}
