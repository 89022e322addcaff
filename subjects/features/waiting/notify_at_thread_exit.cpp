// SPDX-License-Identifier: Apache-2.0
// std::notify_all_at_thread_exit: the waiter wakes after the thread's thread_locals are gone.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable finished;
bool done = false;
int destroyed = 0;

struct Local {
  ~Local() { ++destroyed; }
  int value = 1;
};
thread_local Local local;

} // namespace

int main() {
  std::thread worker([] {
    local.value = 2;
    std::unique_lock lock(mutex);
    done = true;
    std::notify_all_at_thread_exit(finished, std::move(lock));
  });
  {
    std::unique_lock lock(mutex);
    finished.wait(lock, [] { return done; });
    assert(destroyed == 1);
  }
  worker.join();
}
