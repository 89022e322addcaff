// SPDX-License-Identifier: Apache-2.0
// The failure needs a thread that continues immediately after it has yielded, in the search and in the replay.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> state{0};

void change() {
  state.store(1);
  std::this_thread::yield();
  state.store(2);
}

void look() {
  state.load();
  assert(state.load() != 2);
}

int main() {
  std::thread first(change);
  std::thread second(look);
  first.join();
  second.join();
}
