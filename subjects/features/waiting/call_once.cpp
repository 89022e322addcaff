// SPDX-License-Identifier: Apache-2.0
// std::call_once: one active call, others wait for it; an exception lets the next one try.
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

int main() {
  std::once_flag flag;
  int calls = 0;
  int resource = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      std::call_once(
          flag,
          [&](int value) {
            ++calls;
            std::this_thread::yield();
            resource = value;
          },
          7);
      assert(resource == 7);
    });
  }
  for (auto& thread : threads)
    thread.join();
  assert(calls == 1);

  std::once_flag retried;
  int attempts = 0;
  auto attempt = [&] {
    try {
      std::call_once(retried, [&] {
        if (++attempts == 1)
          throw std::runtime_error("first attempt fails");
      });
    } catch (const std::runtime_error&) {
    }
  };
  std::thread first(attempt);
  std::thread second(attempt);
  first.join();
  second.join();
  assert(attempts == 2);
}
