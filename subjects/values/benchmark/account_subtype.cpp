// SPDX-License-Identifier: Apache-2.0
// Five threads transfer money around a ring of accounts of two types. Personal accounts lock when they receive money, business accounts
// do not, and which one receives is known only at run time.
// Thesis: account-subtype, 5 threads, exception caused by a race through a virtual method.
#include <array>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

class Account {
public:
  virtual ~Account() = default;
  virtual void receive(int amount) = 0;
  void pay(int amount) {
    const std::lock_guard lock(mutex_);
    balance_ -= amount;
  }
  void transfer(Account& to, int amount) {
    pay(amount);
    to.receive(amount);
  }
  int balance() const { return balance_; }

protected:
  std::recursive_mutex mutex_;
  int balance_ = 100;
};

class PersonalAccount : public Account {
public:
  void receive(int amount) override {
    const std::lock_guard lock(mutex_);
    balance_ += amount;
  }
};

class BusinessAccount : public Account {
public:
  void receive(int amount) override {
#ifdef FIXED
    const std::lock_guard lock(mutex_);
#endif
    balance_ += amount - kFee;
    fees_ += kFee;
  }
  int fees() const { return fees_; }

private:
  static constexpr int kFee = 1;
  int fees_ = 0;
};

constexpr unsigned kAccounts = 5;
using Accounts = std::array<std::unique_ptr<Account>, kAccounts>;

Accounts open() {
  Accounts accounts;
  for (unsigned i = 0; i + 1 < kAccounts; ++i)
    accounts[i] = std::make_unique<PersonalAccount>();
  accounts[kAccounts - 1] = std::make_unique<BusinessAccount>();
  return accounts;
}

int total(const Accounts& accounts) {
  int sum = 0;
  for (const auto& account : accounts)
    sum += account->balance();
  return sum;
}

} // namespace

int main() {
  const Accounts accounts = open();
  std::vector<std::thread> managers;
  for (unsigned own = 0; own < kAccounts; ++own)
    managers.emplace_back(
        [&accounts, own] { accounts[own]->transfer(*accounts[(own + 1) % kAccounts], 50); });
  for (std::thread& manager : managers)
    manager.join();
  const int fees = static_cast<const BusinessAccount&>(*accounts.back()).fees();
  if (total(accounts) + fees != 100 * static_cast<int>(kAccounts))
    throw std::logic_error("money is lost"); // BUG
}
