// SPDX-License-Identifier: Apache-2.0
// Prints for ever: an endless loop, and far more output than anybody wants to keep.
#include <iostream>
#include <thread>

int main() {
  std::thread worker([] {
    for (;;)
      std::cout << "a line that is printed again and again\n";
  });
  worker.join();
}
