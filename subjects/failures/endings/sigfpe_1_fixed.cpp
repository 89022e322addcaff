// SPDX-License-Identifier: Apache-2.0
// The count is read once.
#include <atomic>
#include <thread>

namespace {

std::atomic<int> total{10};
std::atomic<int> count{2};
std::atomic<int> average{0};

void report() {
  const int n = count.load();
  if (n == 0)
    return;
  average = total.load() / n;
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
