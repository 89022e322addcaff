// SPDX-License-Identifier: Apache-2.0
// pthread barriers: rounds stay in step and exactly one thread is the serial one.
#include <atomic>
#include <cassert>
#include <pthread.h>

namespace {

constexpr int kThreads = 3;
pthread_barrier_t barrier;
int values[kThreads] = {};
std::atomic<int> serial{0};

void* work(void* argument) {
  auto* mine = static_cast<int*>(argument);
  for (int round = 1; round <= 2; ++round) {
    *mine = round;
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
      ++serial;
    for (int value : values)
      assert(value == round);
    pthread_barrier_wait(&barrier);
  }
  return nullptr;
}

} // namespace

int main() {
  pthread_barrier_init(&barrier, nullptr, kThreads);
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; ++i)
    pthread_create(&threads[i], nullptr, work, &values[i]);
  for (auto& thread : threads)
    pthread_join(thread, nullptr);
  assert(serial == 2);
  pthread_barrier_destroy(&barrier);
}
