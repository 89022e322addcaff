// SPDX-License-Identifier: Apache-2.0
// The ball is stopped wherever it is.
#include <atomic>
#include <thread>

namespace {

enum Ball { kStopped, kLeft, kRight };
std::atomic<int> ball{kLeft};

void play(int from, int to) {
  for (;;) {
    int seen = from;
    if (!ball.compare_exchange_strong(seen, to) && seen == kStopped)
      return;
  }
}

void stop() {
  ball.store(kStopped);
}

} // namespace

int main() {
  std::thread left([] { play(kLeft, kRight); });
  std::thread right([] { play(kRight, kLeft); });
  stop();
  left.join();
  right.join();
}
