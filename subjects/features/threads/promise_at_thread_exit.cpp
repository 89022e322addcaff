// SPDX-License-Identifier: Apache-2.0
// set_value_at_thread_exit and its relatives: ready only when the thread's locals are gone.
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

namespace {

int destroyed = 0;

struct Local {
  ~Local() { ++destroyed; }
  int value = 0;
};
thread_local Local local;

} // namespace

int main() {
  std::promise<int> promise;
  auto value = promise.get_future();
  std::thread leaver([promise = std::move(promise)]() mutable {
    local.value = 1;
    promise.set_value_at_thread_exit(3);
  });
  assert(value.get() == 3);
  assert(destroyed == 1);
  leaver.join();

  std::packaged_task<int()> task([]() -> int { throw std::runtime_error("late"); });
  auto failure = task.get_future();
  std::thread runner([&task] { task.make_ready_at_thread_exit(); });
  failure.wait();
  runner.join();
  try {
    failure.get();
    assert(false);
  } catch (const std::runtime_error&) {
  }
}
