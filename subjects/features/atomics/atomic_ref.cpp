// SPDX-License-Identifier: Apache-2.0
// std::atomic_ref over plain objects, and the C-style std::atomic_* functions.
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  alignas(std::atomic_ref<long>::required_alignment) long value = 0;
  auto work = [&value] {
    std::atomic_ref<long> shared(value);
    shared.fetch_add(2);
    ++shared;
  };
  std::thread a(work);
  std::thread b(work);
  a.join();
  b.join();
  assert(value == 6);

  std::atomic<int> counter(0);
  auto count = [&counter] {
    std::atomic_fetch_add(&counter, 1);
    std::atomic_fetch_add_explicit(&counter, 1, std::memory_order_relaxed);
  };
  std::thread c(count);
  std::thread d(count);
  c.join();
  d.join();
  assert(std::atomic_load(&counter) == 4);
  int expected = 4;
  assert(std::atomic_compare_exchange_strong(&counter, &expected, 5));
}
