// A withdrawal that checks and then acts without a lock.
#include <cassert>
#include <thread>

int balance = 1000;

void withdraw(int amount) {
  if (balance < amount) return;
  int rest = balance - amount;
  balance = rest;
}

int main() {
  std::thread a(withdraw, 500), b(withdraw, 700);
  a.join();
  b.join();
  assert(balance == 500 || balance == 300);
}
