// SPDX-License-Identifier: Apache-2.0
// std::atomic wait, notify_one, notify_all on int, bool, pointer and 8-byte values.
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

int main() {
  std::atomic<int> turn{0};
  int log[4] = {};
  int length = 0;
  auto play = [&](int me) {
    for (int round = me; round < 4; round += 2) {
      for (int seen = turn.load(); seen != round; seen = turn.load())
        turn.wait(seen);
      log[length++] = me;
      turn.store(round + 1);
      turn.notify_all();
    }
  };
  std::thread even(play, 0);
  std::thread odd(play, 1);
  even.join();
  odd.join();
  assert(log[0] == 0 && log[1] == 1 && log[2] == 0 && log[3] == 1);

  std::atomic<bool> open{false};
  std::thread gate([&] { open.wait(false); });
  open = true;
  open.notify_one();
  gate.join();

  std::atomic<std::uint64_t> wide{0};
  std::atomic<int*> pointer{nullptr};
  int cell = 5;
  std::thread waiter([&] {
    wide.wait(0);
    pointer.wait(nullptr);
    assert(*pointer.load() == 5);
  });
  wide.store(std::uint64_t{1} << 40);
  wide.notify_one();
  pointer.store(&cell);
  pointer.notify_all();
  waiter.join();
}
