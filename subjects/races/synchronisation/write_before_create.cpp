// SPDX-License-Identifier: Apache-2.0
// Writes before thread creation and after join are ordered: no race.
#include <thread>

int result = 0;

int main() {
  result = 5;
  std::thread worker([] { result = 1; });
  worker.join();
  return result == 1 ? 0 : 1;
}
