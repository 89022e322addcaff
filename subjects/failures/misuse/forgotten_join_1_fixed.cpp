// SPDX-License-Identifier: Apache-2.0
// A jthread joins on every way out.
#include <atomic>
#include <thread>

namespace {

std::atomic<bool> cached{false};

int compute() {
  std::jthread worker([] { cached = true; });
  if (cached.load())
    return 1;
  worker.join();
  return 2;
}

} // namespace

int main() {
  return compute() > 0 ? 0 : 1;
}
