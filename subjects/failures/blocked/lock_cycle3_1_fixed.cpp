// SPDX-License-Identifier: Apache-2.0
// Forks are taken in the order of their numbers.
#include <algorithm>
#include <mutex>
#include <thread>
#include <vector>

namespace {

constexpr int kPhilosophers = 3;
std::mutex forks[kPhilosophers];

void dine(int seat) {
  const int other = (seat + 1) % kPhilosophers;
  std::lock_guard lower(forks[std::min(seat, other)]);
  std::lock_guard higher(forks[std::max(seat, other)]);
}

} // namespace

int main() {
  std::vector<std::thread> philosophers;
  for (int seat = 0; seat < kPhilosophers; ++seat)
    philosophers.emplace_back(dine, seat);
  for (auto& philosopher : philosophers)
    philosopher.join();
}
