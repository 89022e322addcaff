// SPDX-License-Identifier: Apache-2.0
// Three philosophers, each taking the left fork first.
#include <mutex>
#include <thread>
#include <vector>

namespace {

constexpr int kPhilosophers = 3;
std::mutex forks[kPhilosophers];

void dine(int seat) {
  std::lock_guard left(forks[seat]);
  std::lock_guard right(forks[(seat + 1) % kPhilosophers]); // BUG
}

} // namespace

int main() {
  std::vector<std::thread> philosophers;
  for (int seat = 0; seat < kPhilosophers; ++seat)
    philosophers.emplace_back(dine, seat);
  for (auto& philosopher : philosophers)
    philosopher.join();
}
