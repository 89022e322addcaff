// SPDX-License-Identifier: Apache-2.0
// Division by zero: the count is tested and then read again while another thread resets it.
#include <atomic>
#include <thread>

namespace {

std::atomic<int> total{10};
std::atomic<int> count{2};
std::atomic<int> average{0};

void report() {
  if (count.load() == 0)
    return;
  average = total.load() / count.load(); // BUG
}

} // namespace

int main() {
  std::thread reporter(report);
  std::thread resetter([] {
    total = 0;
    count = 0;
  });
  reporter.join();
  resetter.join();
}
