// SPDX-License-Identifier: Apache-2.0
// Reads standard input: every execution must read the same, so its content has to be given.
#include <cassert>
#include <iostream>
#include <string>
#include <thread>

int main() {
  std::string word;
  int number = 0;
  std::cin >> word >> number;
  assert(word == "heddle" && number == 42);
  std::thread worker([] {});
  worker.join();
}
