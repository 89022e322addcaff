// SPDX-License-Identifier: Apache-2.0
// std::future: wait, wait_for, wait_until, get, valid; one consumer and one producer.
#include <cassert>
#include <chrono>
#include <future>
#include <memory>
#include <thread>
#include <utility>

using namespace std::chrono_literals;

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  assert(future.valid());
  std::thread producer([&promise] { promise.set_value(42); });
  while (future.wait_for(1ms) != std::future_status::ready)
    std::this_thread::yield();
  assert(future.get() == 42);
  assert(!future.valid());
  producer.join();

  std::promise<std::unique_ptr<int>> owner;
  auto pending = owner.get_future();
  std::thread mover(
      [owner = std::move(owner)]() mutable { owner.set_value(std::make_unique<int>(7)); });
  assert(pending.wait_until(std::chrono::steady_clock::now() + 10s) == std::future_status::ready);
  assert(*pending.get() == 7);
  mover.join();

  std::promise<void> gate;
  auto opened = gate.get_future();
  int value = 0;
  std::thread opener([&] {
    value = 5;
    gate.set_value();
  });
  opened.wait();
  assert(value == 5);
  opener.join();

  std::promise<int> silent;
  auto nothing = silent.get_future();
  assert(nothing.wait_for(100ms) == std::future_status::timeout);
}
