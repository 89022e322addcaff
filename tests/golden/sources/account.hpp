// A bank account that checks and then acts without a lock in between.
#include <mutex>

class Account {
public:
  explicit Account(int balance) : balance_(balance) {}

  int balance() const {
    std::lock_guard lock(mutex_);
    return balance_;
  }
  bool withdraw(int amount) {
    const int balance = this->balance();
    if (balance < amount) return false;
    std::lock_guard lock(mutex_);
    balance_ = balance - amount;
    return true;
  }

private:
  mutable std::mutex mutex_;
  int balance_;
};
