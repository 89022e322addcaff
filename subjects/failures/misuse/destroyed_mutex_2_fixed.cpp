// SPDX-License-Identifier: Apache-2.0
// The helper is joined before the monitor goes out of scope.
#include <atomic>
#include <pthread.h>
#include <thread>

namespace {

class Monitor {
public:
  Monitor() { pthread_mutex_init(&mutex_, nullptr); }
  ~Monitor() { pthread_mutex_destroy(&mutex_); }
  void enter() {
    pthread_mutex_lock(&mutex_);
    entered = true;
    pthread_mutex_unlock(&mutex_);
  }
  std::atomic<bool> entered{false};

private:
  pthread_mutex_t mutex_;
};

} // namespace

int main() {
  std::thread helper;
  {
    Monitor monitor;
    helper = std::thread([&monitor] { monitor.enter(); });
    while (!monitor.entered.load())
      std::this_thread::yield();
    helper.join();
  }
}
