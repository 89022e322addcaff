// SPDX-License-Identifier: Apache-2.0
// A heap object with a pthread mutex is torn down by its owner while a helper is inside.
#include <atomic>
#include <pthread.h>
#include <thread>

namespace {

class Monitor {
public:
  Monitor() { pthread_mutex_init(&mutex_, nullptr); }
  ~Monitor() { pthread_mutex_destroy(&mutex_); } // BUG
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
  }
  helper.join();
}
