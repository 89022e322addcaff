// SPDX-License-Identifier: Apache-2.0
// A wait cannot time out while its notifier holds the mutex, only before.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m;
std::condition_variable c;
bool stopped = false;
int ticks = 0;
int main() {
  std::thread t([] {
    std::unique_lock lock(m);
    if (c.wait_for(lock, std::chrono::milliseconds(1)) == std::cv_status::timeout && !stopped)
      ++ticks;
  });
  {
    std::lock_guard lock(m);
    stopped = true;
    c.notify_all();
  }
  t.join();
  assert(ticks == 0);
}
