// SPDX-License-Identifier: Apache-2.0
// A transfer locks one account at a time; the audit, which does the same, comes in between and misses the money on its way.
#include <array>
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

namespace {

class Account {
public:
  void add(int amount) {
    const std::lock_guard lock(mutex_);
    balance_ += amount;
  }
  int balance() {
    const std::lock_guard lock(mutex_);
    return balance_;
  }

private:
  std::mutex mutex_;
  int balance_ = 100;
};

class Bank {
public:
  void transfer(int from, int to, int amount) {
    accounts_.at(static_cast<std::size_t>(from)).add(-amount);
    accounts_.at(static_cast<std::size_t>(to)).add(amount);
  }
  int total() {
    int sum = 0;
    for (Account& account : accounts_)
      sum += account.balance();
    return sum;
  }

private:
  std::array<Account, 4> accounts_;
};

} // namespace

int main() {
  Bank bank;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&bank, i] { bank.transfer(i, i + 1, 10); });
  threads.emplace_back([&bank] {
    assert(bank.total() == 400); // BUG
  });
  for (std::thread& thread : threads)
    thread.join();
}
