// SPDX-License-Identifier: Apache-2.0
// sleep_for, sleep_until, usleep, nanosleep, sleep, clock_nanosleep: time passes at least as asked.
#include <cassert>
#include <chrono>
#include <ctime>
#include <thread>
#include <unistd.h>

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

int main() {
  auto checked = [](auto duration, auto sleep) {
    const auto before = Clock::now();
    sleep();
    assert(Clock::now() - before >= duration);
  };
  std::thread a([&] {
    checked(20ms, [] { std::this_thread::sleep_for(20ms); });
    checked(5ms, [] { ::usleep(5000); });
  });
  std::thread b([&] {
    checked(10ms, [] { std::this_thread::sleep_until(Clock::now() + 10ms); });
    checked(5ms, [] {
      const timespec request{0, 5000000};
      ::nanosleep(&request, nullptr);
    });
  });
  std::thread c([&] {
    checked(7ms, [] {
      const timespec request{0, 7000000};
      ::clock_nanosleep(CLOCK_MONOTONIC, 0, &request, nullptr);
    });
    checked(1s, [] { ::sleep(1); });
    std::this_thread::sleep_until(std::chrono::system_clock::now() + 1ms);
  });
  a.join();
  b.join();
  c.join();
}
