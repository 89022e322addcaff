// SPDX-License-Identifier: Apache-2.0
// Initialisation by call_once, use after it: no race.
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
  std::thread second([] { use(); });
  first.join();
  second.join();
}
