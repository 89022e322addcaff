// SPDX-License-Identifier: Apache-2.0
// Maps memory that is shared with other processes.
#include <sys/mman.h>
#include <thread>

int main() {
  std::thread worker([] {
    void* memory = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED)
      munmap(memory, 4096);
  });
  worker.join();
}
