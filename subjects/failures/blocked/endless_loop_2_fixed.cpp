// SPDX-License-Identifier: Apache-2.0
// The claim is atomic, so the loop is never entered.
#include <atomic>
#include <thread>

namespace {

std::atomic<int> owner{0};

void claim(int me) {
  int seen = 0;
  if (owner.compare_exchange_strong(seen, me) && owner.load() != me) {
    for (;;) {
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
