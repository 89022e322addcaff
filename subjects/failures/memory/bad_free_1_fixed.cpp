// SPDX-License-Identifier: Apache-2.0
// The start of the block is kept for freeing it.
#include <atomic>
#include <cstdlib>
#include <thread>

namespace {

std::atomic<char*> cursor{nullptr};

} // namespace

int main() {
  char* const block = static_cast<char*>(std::malloc(8));
  cursor = block;
  std::thread reader([] { cursor.fetch_add(1); });
  std::thread cleaner([block] {
    cursor.exchange(nullptr);
    std::free(block);
  });
  cleaner.join();
  reader.join();
}
