// SPDX-License-Identifier: Apache-2.0
// An exception passes between start and join of the helper: its std::thread is destroyed joinable.
#include <atomic>
#include <stdexcept>
#include <thread>

namespace {

std::atomic<int> budget{1};

void spend() {
  if (budget.fetch_sub(1) <= 0)
    throw std::runtime_error("budget exceeded");
}

void runBoth() {
  std::thread helper([] { budget.fetch_sub(1); });
  spend();
  helper.join();
} // BUG

} // namespace

int main() {
  try {
    runBoth();
  } catch (const std::runtime_error&) {
  }
}
