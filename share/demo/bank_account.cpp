// A bank account. Every access to the balance holds the lock, so there is no data race, and the
// program passes every test its author ever ran. It is still wrong.
#include <cassert>
#include <mutex>
#include <thread>

class Account {
public:
  explicit Account(int balance) : balance_(balance) {}

  int balance() const {
    std::lock_guard lock(mutex_);
    return balance_;
  }

  bool withdraw(int amount) {
    if (balance() < amount) return false;
    std::lock_guard lock(mutex_);
    balance_ -= amount;
    return true;
  }

private:
  mutable std::mutex mutex_;
  int balance_;
};

int main() {
  Account account(100);
  std::thread alice([&] { account.withdraw(70); });
  std::thread bob([&] { account.withdraw(60); });
  alice.join();
  bob.join();
  assert(account.balance() >= 0);
}
