// SPDX-License-Identifier: Apache-2.0
// One worker joins another through the main thread: their writes are ordered.
#include <thread>

int value = 0;

int main() {
  std::thread first([] { value = 1; });
  std::thread second([&first] {
    first.join();
    value = 2;
  });
  second.join();
  return value == 2 ? 0 : 1;
}
