// SPDX-License-Identifier: Apache-2.0
// The owner goes out of scope while a detached helper still uses a pointer to its buffer.
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
    finished = true;
    raw->fetch_add(1); // BUG
  }).detach();
  while (!finished)
    std::this_thread::yield();
  counter.reset();
}
