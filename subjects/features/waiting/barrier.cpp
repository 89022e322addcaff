// SPDX-License-Identifier: Apache-2.0
// std::barrier with a completion function: phases stay in step; arrive_and_drop shrinks it.
#include <barrier>
#include <cassert>
#include <thread>
#include <vector>

int main() {
  constexpr int kWorkers = 3;
  constexpr int kPhases = 3;
  int phase = 0;
  int work[kWorkers] = {};
  auto onCompletion = [&]() noexcept {
    for (int done : work)
      assert(done == phase + 1);
    ++phase;
  };
  std::barrier sync(kWorkers, onCompletion);
  std::vector<std::thread> threads;
  for (int i = 0; i < kWorkers; ++i) {
    threads.emplace_back([&, i] {
      for (int p = 0; p < kPhases; ++p) {
        assert(phase == p);
        ++work[i];
        if (i == 0) {
          auto token = sync.arrive();
          sync.wait(std::move(token));
        } else {
          sync.arrive_and_wait();
        }
      }
    });
  }
  for (auto& thread : threads)
    thread.join();
  assert(phase == kPhases);

  std::barrier shrinking(2);
  int value = 0;
  std::thread leaver([&] {
    value = 1;
    shrinking.arrive_and_drop();
  });
  shrinking.arrive_and_wait();
  assert(value == 1);
  shrinking.arrive_and_wait();
  leaver.join();
}
