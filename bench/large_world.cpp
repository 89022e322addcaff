// SPDX-License-Identifier: Apache-2.0
// A world of 64 KB on the heap, for the cost of checkpoints.
#include <atomic>
#include <thread>
#include <vector>

int main() {
  std::vector<std::vector<char>> blocks(64, std::vector<char>(1024, 'x'));
  std::atomic<int> turns{0};
  std::thread other([&] { turns.fetch_add(1); });
  turns.fetch_add(1);
  other.join();
}
