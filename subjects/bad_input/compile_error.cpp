// SPDX-License-Identifier: Apache-2.0
// Does not compile: the compiler's own message must reach the user unchanged.
#include <thread>

int main() {
  std::thread worker([] { undeclaredFunction(); });
  worker.join();
}
