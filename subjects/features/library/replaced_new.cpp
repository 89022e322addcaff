// SPDX-License-Identifier: Apache-2.0
// The program replaces the global operator new and delete: all of its own calls go there, and no other calls do.
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <new>
#include <string>
#include <thread>
#include <vector>

namespace {

std::atomic<long> live{0};

} // namespace

void* operator new(std::size_t size) {
  void* block = std::malloc(size);
  if (block == nullptr)
    throw std::bad_alloc();
  ++live;
  return block;
}

void operator delete(void* block) noexcept {
  if (block != nullptr)
    --live;
  std::free(block);
}

void operator delete(void* block, std::size_t) noexcept {
  operator delete(block);
}

int main() {
  {
    std::thread first([] { std::vector<std::string> strings(5, std::string(40, 'x')); });
    std::thread second([] { delete new int(1); });
    first.join();
    second.join();
  }
  assert(live == 0);
}
