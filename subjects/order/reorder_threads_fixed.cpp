// SPDX-License-Identifier: Apache-2.0
// Setters write two variables under the lock under which the checkers read them. Argument: the number of threads, the
// two checkers included.
#include <cassert>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

namespace {

struct Pair {
  std::mutex mutex;
  int first = 0;
  int second = 0;
};

void check(Pair& pair) {
  const std::lock_guard lock(pair.mutex);
  const int one = pair.first;
  const int other = pair.second;
  assert(one == -other);
}

} // namespace

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 4;
  Pair pair;
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i)
    threads.emplace_back(check, std::ref(pair));
  for (int i = 2; i < count; ++i)
    threads.emplace_back([&pair] {
      const std::lock_guard lock(pair.mutex);
      pair.first = 1;
      pair.second = -1;
    });
  for (std::thread& thread : threads)
    thread.join();
}
