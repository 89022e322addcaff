// SPDX-License-Identifier: Apache-2.0
// counting_semaphore limits the number inside; binary_semaphore passes a turn; timed acquires. Where several threads compete
// they use try_acquire, because libstdc++ 12's acquire can sleep through a release then (failures/misuse/library_semaphore_1.cpp).
#include <atomic>
#include <cassert>
#include <chrono>
#include <semaphore>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

int main() {
  std::counting_semaphore<2> slots(2);
  std::atomic<int> inside{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      while (!slots.try_acquire())
        std::this_thread::yield();
      assert(inside.fetch_add(1) < 2);
      inside.fetch_sub(1);
      slots.release();
    });
  }
  for (auto& thread : threads)
    thread.join();

  std::binary_semaphore ping(0);
  std::binary_semaphore pong(0);
  int message = 0;
  std::thread peer([&] {
    ping.acquire();
    assert(message == 1);
    message = 2;
    pong.release();
  });
  message = 1;
  ping.release();
  pong.acquire();
  assert(message == 2);
  peer.join();

  std::counting_semaphore<10> late(0);
  assert(!late.try_acquire());
  assert(!late.try_acquire_for(100ms));
  std::thread releaser([&] { late.release(2); });
  assert(late.try_acquire_until(std::chrono::steady_clock::now() + 10s));
  while (!late.try_acquire_for(1ms)) {
  }
  releaser.join();
}
