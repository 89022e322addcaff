// SPDX-License-Identifier: Apache-2.0
// An empty loop without any memory access, entered in one interleaving only.
#include <atomic>
#include <thread>

namespace {

std::atomic<int> owner{0};

void claim(int me) {
  const int seen = owner.load();
  owner.store(me);
  if (seen == 0 && owner.load() != me) {
    for (;;) { // BUG
    }
  }
}

} // namespace

int main() {
  std::thread first(claim, 1);
  std::thread second(claim, 2);
  first.join();
  second.join();
}
