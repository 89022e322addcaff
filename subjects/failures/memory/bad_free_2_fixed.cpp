// SPDX-License-Identifier: Apache-2.0
// The pointer itself tells where the value lives.
#include <atomic>
#include <thread>

namespace {

int inlineBuffer[4];
std::atomic<int*> buffer{inlineBuffer};

void grow() {
  buffer = new int[64];
}

void clear() {
  int* old = buffer.exchange(inlineBuffer);
  if (old != inlineBuffer)
    delete[] old;
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
