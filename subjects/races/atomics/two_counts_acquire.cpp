// SPDX-License-Identifier: Apache-2.0
// Two counts of four bytes that are released one at a time and read as one word of eight, as libstdc++ does with those of
// a shared_ptr: the read acquires both.
#include <atomic>
#include <cstdint>
#include <thread>

struct alignas(8) Counts {
  std::int32_t use = 1, weak = 2;
};

int main() {
  Counts counts;
  int data = 0;
  std::thread first([&] {
    data = 1;
    __atomic_fetch_sub(&counts.weak, 1, __ATOMIC_ACQ_REL);
  });
  std::thread second([&] {
    std::int64_t both = __atomic_load_n(reinterpret_cast<std::int64_t*>(&counts), __ATOMIC_ACQUIRE);
    if (both == ((std::int64_t{1} << 32) | 1)) {
      counts.use = counts.weak = 0;
      data = 2;
    }
  });
  first.join();
  second.join();
}
