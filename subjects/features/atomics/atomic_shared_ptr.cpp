// SPDX-License-Identifier: Apache-2.0
// std::atomic<std::shared_ptr>: concurrent publication and reading keep the object alive.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

int main() {
  std::atomic<std::shared_ptr<int>> current{std::make_shared<int>(1)};
  std::thread reader([&current] {
    const std::shared_ptr<int> seen = current.load();
    assert(*seen == 1 || *seen == 2);
  });
  std::thread writer([&current] { current.store(std::make_shared<int>(2)); });
  reader.join();
  writer.join();
  assert(*current.load() == 2);
  std::shared_ptr<int> expected = current.load();
  assert(current.compare_exchange_strong(expected, std::make_shared<int>(3)));
  assert(*current.exchange(nullptr) == 3);
}
