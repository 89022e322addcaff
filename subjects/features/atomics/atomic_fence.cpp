// SPDX-License-Identifier: Apache-2.0
// Fences: release fence before a relaxed store, acquire fence after a relaxed load; signal fence.
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  int data = 0;
  std::atomic<bool> ready{false};
  std::thread producer([&] {
    data = 7;
    std::atomic_thread_fence(std::memory_order_release);
    ready.store(true, std::memory_order_relaxed);
  });
  std::thread consumer([&] {
    while (!ready.load(std::memory_order_relaxed))
      std::this_thread::yield();
    std::atomic_thread_fence(std::memory_order_acquire);
    assert(data == 7);
  });
  producer.join();
  consumer.join();

  std::atomic<int> x{0};
  std::atomic<int> y{0};
  int left = 0;
  int right = 0;
  std::thread first([&] {
    x.store(1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    left = y.load(std::memory_order_relaxed);
  });
  std::thread second([&] {
    y.store(1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    right = x.load(std::memory_order_relaxed);
  });
  first.join();
  second.join();
  assert(left == 1 || right == 1);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  std::atomic_thread_fence(std::memory_order_acq_rel);
}
