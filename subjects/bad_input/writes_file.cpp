// SPDX-License-Identifier: Apache-2.0
// Writes a file, which the next execution would find.
#include <cstdio>
#include <fstream>
#include <thread>

int main() {
  std::thread worker([] {
    std::ofstream file("/tmp/heddle-bad-input.txt");
    file << "written\n";
  });
  worker.join();
}
