// SPDX-License-Identifier: Apache-2.0
// Five philosophers, each with the left fork first. The forks are elements of an array, so that an analysis that ignores indices
// does not know which lock a thread acquires.
// Thesis: diningphilosopher, 5 threads, deadlock; 40 MM pairs, because every fork may be every other one.
#include <array>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace {

class Table {
public:
  void eat(unsigned seat) {
    unsigned first = seat;
    unsigned second = (seat + 1) % kSeats;
#ifdef FIXED
    if (first > second)
      std::swap(first, second);
#endif
    const std::lock_guard one(forks_[first]);
    const std::lock_guard other(forks_[second]); // BUG
    ++meals_[seat];
  }
  static constexpr unsigned kSeats = 5;

private:
  std::array<std::mutex, kSeats> forks_;
  std::array<int, kSeats> meals_{};
};

} // namespace

int main() {
  Table table;
  std::vector<std::thread> philosophers;
  for (unsigned seat = 0; seat < Table::kSeats; ++seat)
    philosophers.emplace_back([&table, seat] { table.eat(seat); });
  for (std::thread& philosopher : philosophers)
    philosopher.join();
}
