// SPDX-License-Identifier: Apache-2.0
// One thread reads without call_once: it races.
#include <mutex>
#include <thread>

int resource = 0;
std::once_flag flag;

int use() {
  std::call_once(flag, [] { resource = 7; });
  return resource;
}

int main() {
  std::thread first([] { use(); });
  std::thread second([] { [[maybe_unused]] volatile int seen = resource; });
  first.join();
  second.join();
}
