// SPDX-License-Identifier: Apache-2.0
// The result is read after the join: no race.
#include <thread>

int result = 0;

int main() {
  std::thread worker([] { result = 1; });
  worker.join();
  return result == 1 ? 0 : 1;
}
