// SPDX-License-Identifier: Apache-2.0
// One lock of the bank is held during each transfer and during the audit.
#include <array>
#include <cassert>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

namespace {

class Bank {
public:
  void transfer(int from, int to, int amount) {
    const std::lock_guard lock(mutex_);
    balances_.at(static_cast<std::size_t>(from)) -= amount;
    balances_.at(static_cast<std::size_t>(to)) += amount;
  }
  int total() {
    const std::lock_guard lock(mutex_);
    return std::accumulate(balances_.begin(), balances_.end(), 0);
  }

private:
  std::mutex mutex_;
  std::array<int, 4> balances_{100, 100, 100, 100};
};

} // namespace

int main() {
  Bank bank;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&bank, i] { bank.transfer(i, i + 1, 10); });
  threads.emplace_back([&bank] { assert(bank.total() == 400); });
  for (std::thread& thread : threads)
    thread.join();
}
