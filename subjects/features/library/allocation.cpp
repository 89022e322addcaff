// SPDX-License-Identifier: Apache-2.0
// Every way to allocate: new, new[], aligned and nothrow new, malloc family, memory resources,
// freed by a thread other than the one that allocated.
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory_resource>
#include <new>
#include <string>
#include <thread>
#include <vector>

namespace {

struct alignas(64) Line {
  char bytes[64];
};

bool aligned(const void* pointer, std::uintptr_t to) {
  return reinterpret_cast<std::uintptr_t>(pointer) % to == 0;
}

} // namespace

int main() {
  int* one = new int(1);
  auto* many = new std::string[3];
  auto* line = new Line();
  assert(aligned(line, 64));
  void* raw = std::malloc(10);
  void* zeroed = std::calloc(4, 8);
  for (int i = 0; i < 32; ++i)
    assert(static_cast<char*>(zeroed)[i] == 0);
  void* page = std::aligned_alloc(4096, 8192);
  void* posix = nullptr;
  assert(posix_memalign(&posix, 256, 100) == 0 && aligned(posix, 256) && aligned(page, 4096));
  std::thread freer([=] {
    delete one;
    delete[] many;
    delete line;
    char* grown = static_cast<char*>(std::realloc(raw, 1000));
    std::memset(grown, 1, 1000);
    std::free(std::realloc(grown, 5));
    std::free(zeroed);
    std::free(page);
    std::free(posix);
    std::free(nullptr);
    delete static_cast<int*>(nullptr);
  });
  std::thread resources([] {
    std::pmr::monotonic_buffer_resource pool;
    std::pmr::vector<std::pmr::string> strings(&pool);
    for (int i = 0; i < 10; ++i)
      strings.emplace_back("a string that does not fit into the object");
    std::pmr::synchronized_pool_resource shared;
    std::pmr::vector<int> numbers(100, 1, &shared);
    assert(numbers.size() == 100);
  });
  freer.join();
  resources.join();
  int* maybe = new (std::nothrow) int[5]();
  assert(maybe != nullptr && maybe[4] == 0);
  delete[] maybe;
}
