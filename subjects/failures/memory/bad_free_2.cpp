// SPDX-License-Identifier: Apache-2.0
// A small value lives in a static buffer, a large one on the heap; the flag that tells is stale.
#include <atomic>
#include <thread>

namespace {

int inlineBuffer[4];
std::atomic<int*> buffer{inlineBuffer};
std::atomic<bool> onHeap{false};

void grow() {
  onHeap = true;
  buffer = new int[64];
}

void clear() {
  if (onHeap.exchange(false))
    delete[] buffer.exchange(inlineBuffer); // BUG
}

} // namespace

int main() {
  std::thread grower(grow);
  std::thread cleaner(clear);
  grower.join();
  cleaner.join();
  int* rest = buffer.load();
  if (rest != inlineBuffer)
    delete[] rest;
}
