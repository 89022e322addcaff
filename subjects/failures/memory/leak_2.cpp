// SPDX-License-Identifier: Apache-2.0
// Two objects hold each other by shared_ptr when both links are made before either is cut.
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
  auto left = std::make_shared<Peer>();  // BUG
  auto right = std::make_shared<Peer>(); // BUG
  std::thread first([&] {
    std::lock_guard lock(mutex);
    left->other = right;
  });
  std::thread second([&] {
    std::lock_guard lock(mutex);
    if (left->other != nullptr)
      right->other = left;
  });
  first.join();
  second.join();
}
