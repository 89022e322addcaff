// SPDX-License-Identifier: Apache-2.0
// std::packaged_task in a hand-made queue served by two workers; reset; exception through the task.
#include <cassert>
#include <deque>
#include <future>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

int main() {
  std::deque<std::packaged_task<int()>> queue;
  std::vector<std::future<int>> results;
  for (int i = 0; i < 4; ++i) {
    queue.emplace_back([i] {
      if (i == 3)
        throw std::out_of_range("three");
      return 10 * i;
    });
    results.push_back(queue.back().get_future());
  }
  std::mutex mutex;
  auto serve = [&] {
    for (;;) {
      std::packaged_task<int()> task;
      {
        std::lock_guard lock(mutex);
        if (queue.empty())
          return;
        task = std::move(queue.front());
        queue.pop_front();
      }
      task();
    }
  };
  std::thread first(serve);
  std::thread second(serve);
  for (int i = 0; i < 3; ++i)
    assert(results[i].get() == 10 * i);
  try {
    results[3].get();
    assert(false);
  } catch (const std::out_of_range&) {
  }
  first.join();
  second.join();

  std::packaged_task<int(int)> twice([](int x) { return 2 * x; });
  auto one = twice.get_future();
  twice(4);
  assert(one.get() == 8);
  twice.reset();
  auto two = twice.get_future();
  std::thread runner(std::move(twice), 5);
  assert(two.get() == 10);
  runner.join();
}
