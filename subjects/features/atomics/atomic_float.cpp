// SPDX-License-Identifier: Apache-2.0
// Atomic floating point: fetch_add, fetch_sub, compare-exchange loops.
#include <atomic>
#include <cassert>
#include <thread>

int main() {
  std::atomic<double> sum{0.5};
  std::atomic<float> product{1.0F};
  auto work = [&](double step) {
    sum.fetch_add(step);
    sum += step;
    sum.fetch_sub(step);
    float seen = product.load();
    while (!product.compare_exchange_weak(seen, seen * 2.0F)) {
    }
  };
  std::thread a(work, 1.0);
  std::thread b(work, 2.0);
  a.join();
  b.join();
  assert(sum == 3.5);
  assert(product == 4.0F);
  assert(sum.exchange(1.25) == 3.5);
  sum.store(2.5, std::memory_order_release);
  assert(sum.load(std::memory_order_acquire) == 2.5);
}
