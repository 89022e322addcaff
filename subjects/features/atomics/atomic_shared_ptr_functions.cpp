// SPDX-License-Identifier: Apache-2.0
// The free functions std::atomic_load/store/exchange for shared_ptr (a lock pool inside libstdc++).
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

int main() {
  auto current = std::make_shared<int>(1);
  std::thread reader([&current] {
    const std::shared_ptr<int> seen = std::atomic_load(&current);
    assert(*seen == 1 || *seen == 2 || *seen == 3);
  });
  std::thread writer([&current] { std::atomic_store(&current, std::make_shared<int>(2)); });
  std::thread exchanger([&current] {
    const auto old = std::atomic_exchange(&current, std::make_shared<int>(3));
    assert(*old == 1 || *old == 2);
  });
  reader.join();
  writer.join();
  exchanger.join();
  assert(*current == 2 || *current == 3);
}
