// SPDX-License-Identifier: Apache-2.0
// The creator writes after it has started the thread: it races.
#include <thread>

int result = 0;

int main() {
  std::thread worker([] { result = 1; });
  result = 5;
  worker.join();
  return 0;
}
