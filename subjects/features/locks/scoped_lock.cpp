// SPDX-License-Identifier: Apache-2.0
// std::scoped_lock over several mutexes named in opposite orders: never a deadlock.
#include <cassert>
#include <mutex>
#include <thread>

namespace {

struct Account {
  std::mutex mutex;
  int balance = 100;
};

void transfer(Account& from, Account& to, int amount) {
  std::scoped_lock lock(from.mutex, to.mutex);
  from.balance -= amount;
  to.balance += amount;
}

} // namespace

int main() {
  Account a;
  Account b;
  Account c;
  std::thread first(transfer, std::ref(a), std::ref(b), 10);
  std::thread second(transfer, std::ref(b), std::ref(a), 20);
  std::thread third([&] {
    std::scoped_lock all(c.mutex, b.mutex, a.mutex);
    assert(a.balance + b.balance + c.balance == 300);
  });
  first.join();
  second.join();
  third.join();
  assert(a.balance == 110 && b.balance == 90);
  [[maybe_unused]] std::scoped_lock none;
  std::scoped_lock one(a.mutex);
}
