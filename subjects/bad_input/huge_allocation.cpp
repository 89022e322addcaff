// SPDX-License-Identifier: Apache-2.0
// Requests 100 GB in one piece. The allocation may fail, and the program handles that.
#include <cstdlib>
#include <new>
#include <thread>

int main() {
  std::thread worker([] {
    const std::size_t size = std::size_t{100} << 30;
    std::free(std::malloc(size));
    try {
      delete[] new char[size];
    } catch (const std::bad_alloc&) {
    }
  });
  worker.join();
}
