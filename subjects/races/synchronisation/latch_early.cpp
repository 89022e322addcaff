// SPDX-License-Identifier: Apache-2.0
// One worker counts down before it writes: its part races.
#include <latch>
#include <thread>

int parts[2] = {};
std::latch done(2);

int main() {
  std::thread first([] {
    parts[0] = 1;
    done.count_down();
  });
  std::thread second([] {
    done.count_down();
    parts[1] = 2;
  });
  done.wait();
  const int sum = parts[0] + parts[1];
  first.join();
  second.join();
  return sum > 0 ? 0 : 1;
}
