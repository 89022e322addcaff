// SPDX-License-Identifier: Apache-2.0
// The helper is joined on the exceptional way out too.
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
  try {
    spend();
  } catch (...) {
    helper.join();
    throw;
  }
  helper.join();
}

} // namespace

int main() {
  try {
    runBoth();
  } catch (const std::runtime_error&) {
  }
}
