// SPDX-License-Identifier: Apache-2.0
// Every memory order where it is allowed: message passing, release sequences, seq_cst store buffer.
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  int data = 0;
  std::atomic<int> ready{0};
  std::thread producer([&] {
    data = 42;
    ready.store(1, std::memory_order_release);
  });
  std::thread middle([&] { ready.fetch_add(0, std::memory_order_relaxed); });
  std::thread consumer([&] {
    if (ready.load(std::memory_order_acquire) == 1)
      assert(data == 42);
  });
  producer.join();
  middle.join();
  consumer.join();

  std::atomic<int> x{0};
  std::atomic<int> y{0};
  int left = 0;
  int right = 0;
  std::thread first([&] {
    x.store(1, std::memory_order_seq_cst);
    left = y.load(std::memory_order_seq_cst);
  });
  std::thread second([&] {
    y.store(1, std::memory_order_seq_cst);
    right = x.load(std::memory_order_seq_cst);
  });
  first.join();
  second.join();
  assert(left == 1 || right == 1);

  std::atomic<int> counter{0};
  auto count = [&counter] {
    counter.fetch_add(1, std::memory_order_relaxed);
    counter.fetch_add(1, std::memory_order_acquire);
    counter.fetch_add(1, std::memory_order_release);
    counter.fetch_add(1, std::memory_order_acq_rel);
    int expected = counter.load(std::memory_order_consume);
    while (!counter.compare_exchange_weak(
        expected, expected + 1, std::memory_order_acq_rel, std::memory_order_relaxed)) {
    }
  };
  std::thread third(count);
  std::thread fourth(count);
  third.join();
  fourth.join();
  assert(counter == 10);
}
