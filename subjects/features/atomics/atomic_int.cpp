// SPDX-License-Identifier: Apache-2.0
// Integer atomics of every width: all operations, both compare-exchanges, operators.
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

namespace {

template <typename T>
void exercise() {
  std::atomic<T> value{0};
  static_assert(std::atomic<T>::is_always_lock_free);
  auto work = [&value] {
    value.fetch_add(3);
    value += 4;
    ++value;
    value--;
    value.fetch_sub(2);
    T seen = value.load();
    while (!value.compare_exchange_weak(seen, static_cast<T>(seen + 5))) {
    }
    T expected = value;
    while (!value.compare_exchange_strong(expected, static_cast<T>(expected + 1))) {
    }
  };
  std::thread a(work);
  std::thread b(work);
  a.join();
  b.join();
  assert(value == 22);
  assert(value.exchange(12) == 22);
  assert(value.fetch_and(10) == 12);
  assert(value.fetch_or(3) == 8);
  assert(value.fetch_xor(1) == 11);
  assert((value &= 2) == 2);
  assert((value |= 5) == 7);
  assert((value ^= 7) == 0);
}

} // namespace

int main() {
  exercise<std::int8_t>();
  exercise<std::uint8_t>();
  exercise<std::int16_t>();
  exercise<std::uint32_t>();
  exercise<std::int64_t>();
  std::atomic<bool> taken{false};
  std::atomic<int> winners{0};
  auto grab = [&] { winners += taken.exchange(true) ? 0 : 1; };
  std::thread a(grab);
  std::thread b(grab);
  a.join();
  b.join();
  assert(taken && winners == 1);
}
