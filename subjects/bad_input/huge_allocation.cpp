// SPDX-License-Identifier: Apache-2.0
// Asks for 100 GB in one piece: an allocation that may fail, and a program that copes with it.
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
