// SPDX-License-Identifier: Apache-2.0
// Five threads transfer money around a ring of accounts. A transfer holds the lock of its own account only, and changes the balance of
// the other account, too.
// Thesis: account-race, 5 threads, exception caused by a race. Accounts are elements of an array and their locks are recursive: an
// analysis that ignores indices pairs every access with every other one (1890 RW and 1210 MM pairs).
#include <array>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

class Account {
public:
  void deposit(int amount) {
    const std::lock_guard lock(mutex_);
    balance_ += amount;
  }
  void withdraw(int amount) {
    const std::lock_guard lock(mutex_);
    balance_ -= amount;
  }
  void transfer(Account& to, int amount) {
#ifdef FIXED
    withdraw(amount);
    to.deposit(amount);
#else
    const std::lock_guard lock(mutex_);
    withdraw(amount);
    to.balance_ += amount;
#endif
  }
  int balance() const { return balance_; }

private:
  std::recursive_mutex mutex_;
  int balance_ = 100;
};

constexpr unsigned kAccounts = 5;
using Accounts = std::array<Account, kAccounts>;

void manage(Accounts& accounts, unsigned own) {
  accounts[own].deposit(10);
  accounts[own].transfer(accounts[(own + 1) % kAccounts], 50);
}

} // namespace

int main() {
  Accounts accounts;
  std::vector<std::thread> managers;
  for (unsigned own = 0; own < kAccounts; ++own)
    managers.emplace_back([&accounts, own] { manage(accounts, own); });
  for (std::thread& manager : managers)
    manager.join();
  for (const Account& account : accounts)
    if (account.balance() != 110)
      throw std::logic_error("money is lost"); // BUG
}
