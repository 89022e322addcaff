// SPDX-License-Identifier: Apache-2.0
// Setters write two variables one after the other; a checker must come between the two writes of the very first setter. The
// checkers are created before the setters. Argument: the number of threads, the two checkers included.
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

struct Pair {
  std::atomic<int> first{0};
  std::atomic<int> second{0};
};

void check(const Pair& pair) {
  const int one = pair.first;
  const int other = pair.second;
  assert(one == -other); // BUG
}

} // namespace

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 4;
  Pair pair;
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i)
    threads.emplace_back(check, std::cref(pair));
  for (int i = 2; i < count; ++i)
    threads.emplace_back([&pair] {
      pair.first = 1;
      pair.second = -1;
    });
  for (std::thread& thread : threads)
    thread.join();
}
