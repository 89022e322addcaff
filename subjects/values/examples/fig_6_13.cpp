// SPDX-License-Identifier: Apache-2.0
// Figure 6.13: the second thread calls a virtual method whose implementation depends on the balance that it has read.
// Thesis: the read of x in the first thread pairs with the write in Manager::withdraw twice, once for each call (Table 6.1). If the second
// call reaches FrozenManager, the write is not reachable.
#include <memory>
#include <thread>

#include "account.hpp"

namespace {

class Manager {
public:
  virtual ~Manager() = default;
  virtual void withdraw(Account& account) { account.value -= kAmount; }
};

class FrozenManager : public Manager {
public:
  void withdraw(Account& /*account*/) override {}
};

std::unique_ptr<Manager> choose(const Account& account) {
  if (account.value >= 0)
    return std::make_unique<Manager>();
  return std::make_unique<FrozenManager>();
}

void deposit(Account& account) {
  const std::lock_guard lock(account.mutex);
  account.value += kAmount;
}

void first() {
  deposit(x);
  const std::lock_guard lock(y.mutex);
  y.value -= kAmount;
}

void second() {
  choose(x)->withdraw(x);
  choose(x)->withdraw(x);
  const std::lock_guard lock(y.mutex);
  y.value -= kAmount;
}

} // namespace

int main() {
  std::thread one([] { first(); });
  std::thread two([] { second(); });
  one.join();
  two.join();
}
