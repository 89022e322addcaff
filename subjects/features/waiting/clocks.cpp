// SPDX-License-Identifier: Apache-2.0
// Clocks never run backwards, agree with each other over a sleep, and order events across threads.
#include <cassert>
#include <chrono>
#include <ctime>
#include <mutex>
#include <sys/time.h>
#include <thread>

using namespace std::chrono_literals;

int main() {
  std::mutex mutex;
  auto last = std::chrono::steady_clock::now();
  auto observe = [&] {
    for (int i = 0; i < 3; ++i) {
      std::lock_guard lock(mutex);
      const auto now = std::chrono::steady_clock::now();
      assert(now >= last);
      last = now;
    }
  };
  std::thread a(observe);
  std::thread b(observe);
  a.join();
  b.join();

  const auto steady = std::chrono::steady_clock::now();
  const auto system = std::chrono::system_clock::now();
  const std::time_t seconds = std::time(nullptr);
  std::this_thread::sleep_for(1500ms);
  assert(std::chrono::steady_clock::now() - steady >= 1500ms);
  assert(std::chrono::system_clock::now() - system >= 1500ms);
  assert(std::time(nullptr) >= seconds + 1);
  timeval day;
  assert(::gettimeofday(&day, nullptr) == 0 && day.tv_sec >= seconds);
  const std::time_t epoch = 0;
  std::tm broken{};
  assert(::gmtime_r(&epoch, &broken) != nullptr && broken.tm_year == 70);
  assert(std::chrono::high_resolution_clock::now().time_since_epoch().count() != 0);
}
