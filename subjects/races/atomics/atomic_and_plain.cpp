// SPDX-License-Identifier: Apache-2.0
// The same object accessed through atomic_ref and plainly: it races.
#include <atomic>
#include <thread>

int value = 0;

int main() {
  std::thread first([] { std::atomic_ref<int>(value).fetch_add(1); });
  std::thread second([] { ++value; });
  first.join();
  second.join();
}
