// SPDX-License-Identifier: Apache-2.0
// A C++20 coroutine that is suspended in one thread and resumed in another.
#include <cassert>
#include <coroutine>
#include <exception>
#include <thread>

namespace {

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
};

Task count(int& value) {
  for (int i = 0; i < 3; ++i) {
    ++value;
    co_await std::suspend_always{};
  }
}

} // namespace

int main() {
  int value = 0;
  Task task = count(value);
  task.handle.resume();
  std::thread other([&task] { task.handle.resume(); });
  other.join();
  assert(value == 2);
  task.handle.resume();
  task.handle.resume();
  assert(value == 3 && task.handle.done());
  task.handle.destroy();
}
