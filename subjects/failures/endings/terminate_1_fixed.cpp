// SPDX-License-Identifier: Apache-2.0
// The limit is read once, so the check cannot fail later.
#include <atomic>
#include <stdexcept>
#include <thread>

namespace {

std::atomic<int> limit{10};
std::atomic<int> used{0};

void reserve(int amount, int most) {
  if (used.fetch_add(amount) + amount > most)
    throw std::length_error("limit exceeded");
}

void reserveQuietly(int amount) noexcept {
  const int most = limit.load();
  if (amount <= most)
    reserve(amount, most);
}

} // namespace

int main() {
  std::thread worker(reserveQuietly, 8);
  std::thread tuner([] { limit = 4; });
  worker.join();
  tuner.join();
}
