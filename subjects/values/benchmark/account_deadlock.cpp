// SPDX-License-Identifier: Apache-2.0
// Five threads transfer money around a ring of accounts. A transfer holds the lock of its own account when it acquires that of the
// other, so that five transfers can wait for each other.
// Thesis: account-deadlock, 5 threads, deadlock. Accounts are elements of an array that never changes after the threads have started:
// constant references that an analysis that ignores indices cannot distinguish (1210 MM pairs).
#include <algorithm>
#include <array>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace {

class Account {
public:
  void deposit(int amount) {
    const std::lock_guard lock(mutex_);
    balance_ += amount;
  }
  void transfer(Account& to, int amount) {
#ifdef FIXED
    const auto [first, second] = std::minmax({this, &to}, std::less<>());
    const std::lock_guard one(first->mutex_);
    const std::lock_guard other(second->mutex_);
#else
    const std::lock_guard one(mutex_);
    const std::lock_guard other(to.mutex_); // BUG
#endif
    balance_ -= amount;
    to.balance_ += amount;
  }

private:
  std::recursive_mutex mutex_;
  int balance_ = 100;
};

constexpr unsigned kAccounts = 5;

class Manager {
public:
  Manager(Account& own, Account& next) : own_(own), next_(next) {}
  void operator()() {
    own_.deposit(10);
    own_.transfer(next_, 50);
  }

private:
  Account& own_;
  Account& next_;
};

} // namespace

int main() {
  std::array<Account, kAccounts> accounts;
  std::vector<std::thread> managers;
  for (unsigned own = 0; own < kAccounts; ++own)
    managers.emplace_back(Manager(accounts[own], accounts[(own + 1) % kAccounts]));
  for (std::thread& manager : managers)
    manager.join();
}
