// SPDX-License-Identifier: Apache-2.0
// Private anonymous memory: zeroed, shared by the threads of the process, and restored between executions. Output by a raw system call.
#include <atomic>
#include <cassert>
#include <cstddef>
#include <new>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace {

constexpr std::size_t kBytes = 10000;

std::atomic<int>* mapCounter() {
  void* memory = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(memory != MAP_FAILED);
  const char* bytes = static_cast<const char*>(memory);
  for (std::size_t i = 0; i < kBytes; ++i)
    assert(bytes[i] == 0);
  return new (memory) std::atomic<int>(0);
}

} // namespace

int main() {
  std::atomic<int>* counter = mapCounter();
  std::thread other([counter] { counter->fetch_add(1); });
  counter->fetch_add(1);
  other.join();
  assert(counter->load() == 2);
  constexpr char kText[] = "done\n";
  assert(syscall(SYS_write, STDERR_FILENO, kText, sizeof kText - 1) == sizeof kText - 1);
  assert(munmap(counter, kBytes) == 0);
}
