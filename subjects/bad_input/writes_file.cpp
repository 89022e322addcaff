// SPDX-License-Identifier: Apache-2.0
// Writes a file: what one execution leaves behind, the next one would find.
#include <cstdio>
#include <fstream>
#include <thread>

int main() {
  std::thread worker([] {
    std::ofstream file("/tmp/heddle-bad-input.txt");
    file << "left behind\n";
  });
  worker.join();
}
