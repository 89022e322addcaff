// SPDX-License-Identifier: Apache-2.0
// Prints forever: an endless loop that produces far more output than is worth keeping.
#include <iostream>
#include <thread>

int main() {
  std::thread worker([] {
    for (;;)
      std::cout << "a line that is printed again and again\n";
  });
  worker.join();
}
