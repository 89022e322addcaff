// SPDX-License-Identifier: Apache-2.0
// The latch orders the workers' writes before the read that follows the wait: no race.
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
    parts[1] = 2;
    done.count_down();
  });
  done.wait();
  const int sum = parts[0] + parts[1];
  first.join();
  second.join();
  return sum == 3 ? 0 : 1;
}
