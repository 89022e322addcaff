// SPDX-License-Identifier: Apache-2.0
// An exception leaves a noexcept function: the worker's validation fails when the limit drops.
#include <atomic>
#include <stdexcept>
#include <thread>

namespace {

std::atomic<int> limit{10};
std::atomic<int> used{0};

void reserve(int amount) {
  if (used.fetch_add(amount) + amount > limit.load())
    throw std::length_error("limit exceeded"); // BUG
}

void reserveQuietly(int amount) noexcept {
  if (amount <= limit.load())
    reserve(amount); // BUG
}

} // namespace

int main() {
  std::thread worker(reserveQuietly, 8);
  std::thread tuner([] { limit = 4; });
  worker.join();
  tuner.join();
}
