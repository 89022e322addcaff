// SPDX-License-Identifier: Apache-2.0
// Only one of the two links is ever made.
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

namespace {

struct Peer {
  std::shared_ptr<Peer> other;
};

} // namespace

int main() {
  std::mutex mutex;
  auto left = std::make_shared<Peer>();
  auto right = std::make_shared<Peer>();
  std::thread first([&] {
    std::lock_guard lock(mutex);
    left->other = right;
  });
  std::thread second([&] {
    std::lock_guard lock(mutex);
    if (left->other == nullptr)
      right->other.reset();
  });
  first.join();
  second.join();
}
