// SPDX-License-Identifier: Apache-2.0
// Two threads answer each other's compare-exchange forever, because the only attempt to stop them
// failed while the ball was on the wrong side.
#include <atomic>
#include <thread>

namespace {

enum Ball { kStopped, kLeft, kRight };
std::atomic<int> ball{kLeft};

void play(int from, int to) {
  for (;;) {
    int seen = from;
    if (!ball.compare_exchange_strong(seen, to) && seen == kStopped) // BUG
      return;
  }
}

void stop() {
  int seen = kLeft;
  ball.compare_exchange_strong(seen, kStopped);
}

} // namespace

int main() {
  std::thread left([] { play(kLeft, kRight); });
  std::thread right([] { play(kRight, kLeft); });
  stop();
  left.join();
  right.join();
}
