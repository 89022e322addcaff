// SPDX-License-Identifier: Apache-2.0
// free of a pointer into the middle of a block, when the cursor has been advanced.
#include <atomic>
#include <cstdlib>
#include <thread>

namespace {

std::atomic<char*> cursor{nullptr};

} // namespace

int main() {
  cursor = static_cast<char*>(std::malloc(8));
  std::thread reader([] { cursor.fetch_add(1); });
  std::thread cleaner([] { std::free(cursor.exchange(nullptr)); }); // BUG
  cleaner.join();
  reader.join();
}
