// SPDX-License-Identifier: Apache-2.0
// Allocates and frees far more than the heap given to it.
#include <cstring>
#include <memory>
#include <thread>

int main() {
  std::thread worker([] {
    for (int i = 0; i < 100000; ++i) {
      auto block = std::make_unique<char[]>(1 << 20);
      std::memset(block.get(), 1, 4096);
    }
  });
  worker.join();
}
