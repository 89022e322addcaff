// Two locks, taken in two orders.
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int balance = 0;
};

void transfer(Account& from, Account& to) {
  std::lock_guard<std::mutex> first(from.mutex);
  std::lock_guard<std::mutex> second(to.mutex);
  from.balance--;
  to.balance++;
}

int main() {
  static Account x, y;
  std::thread a([] { transfer(x, y); });
  std::thread b([] { transfer(y, x); });
  a.join();
  b.join();
}
