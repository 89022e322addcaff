// SPDX-License-Identifier: Apache-2.0
// The early return skips the join: a joinable std::thread is destroyed.
#include <atomic>
#include <thread>

namespace {

std::atomic<bool> cached{false};

int compute() {
  std::thread worker([] { cached = true; });
  if (cached.load())
    return 1;
  worker.join();
  return 2;
} // BUG

} // namespace

int main() {
  return compute() > 0 ? 0 : 1;
}
