// SPDX-License-Identifier: Apache-2.0
// The helper reports when it has really finished.
#include <atomic>
#include <memory>
#include <thread>

namespace {

std::atomic<bool> finished{false};

} // namespace

int main() {
  auto counter = std::make_unique<std::atomic<int>>(0);
  std::thread([raw = counter.get()] {
    raw->fetch_add(1);
    raw->fetch_add(1);
    finished = true;
  }).detach();
  while (!finished)
    std::this_thread::yield();
  counter.reset();
}
