// SPDX-License-Identifier: Apache-2.0
// Both mutexes are taken by std::scoped_lock, which cannot deadlock.
#include <mutex>
#include <thread>

namespace {

struct Account {
  std::mutex mutex;
  int balance = 100;
};

void transfer(Account& from, Account& to, int amount) {
  std::scoped_lock both(from.mutex, to.mutex);
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
