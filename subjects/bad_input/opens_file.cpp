// SPDX-License-Identifier: Apache-2.0
// Reads a file in a thread.
#include <cassert>
#include <fstream>
#include <string>
#include <thread>

int main() {
  std::string first;
  std::thread worker([&first] {
    std::ifstream file("/proc/self/status");
    std::getline(file, first);
  });
  worker.join();
  assert(!first.empty());
}
