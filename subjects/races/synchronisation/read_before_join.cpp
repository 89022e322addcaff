// SPDX-License-Identifier: Apache-2.0
// The result is read before the join: it races.
#include <thread>

int result = 0;

int main() {
  std::thread worker([] { result = 1; });
  const int seen = result;
  worker.join();
  return seen >= 0 ? 0 : 1;
}
