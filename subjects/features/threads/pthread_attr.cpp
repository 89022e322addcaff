// SPDX-License-Identifier: Apache-2.0
// pthread attributes, pthread_exit, pthread_self/equal, detach, names, cleanup handlers.
#include <atomic>
#include <cassert>
#include <pthread.h>
#include <sched.h>

namespace {

std::atomic<bool> detachedDone{false};
std::atomic<int> cleaned{0};

void cleanUp(void* argument) {
  cleaned += *static_cast<int*>(argument);
}

void* leave(void* argument) {
  int weight = 5;
  pthread_cleanup_push(cleanUp, &weight);
  assert(pthread_setname_np(pthread_self(), "weaver") == 0);
  assert(pthread_equal(pthread_self(), pthread_self()) != 0);
  pthread_exit(argument);
  pthread_cleanup_pop(0);
  return nullptr;
}

void* detached(void*) {
  detachedDone = true;
  return nullptr;
}

} // namespace

int main() {
  pthread_attr_t attributes;
  assert(pthread_attr_init(&attributes) == 0);
  assert(pthread_attr_setstacksize(&attributes, 1 << 18) == 0);
  size_t size = 0;
  assert(pthread_attr_getstacksize(&attributes, &size) == 0 && size == 1 << 18);
  pthread_t joined;
  int marker = 0;
  assert(pthread_create(&joined, &attributes, leave, &marker) == 0);
  void* result = nullptr;
  assert(pthread_join(joined, &result) == 0 && result == &marker);
  assert(cleaned == 5);

  assert(pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0);
  pthread_t other;
  assert(pthread_create(&other, &attributes, detached, nullptr) == 0);
  pthread_attr_destroy(&attributes);
  while (!detachedDone)
    sched_yield();

  detachedDone = false;
  assert(pthread_create(&other, nullptr, detached, nullptr) == 0);
  assert(pthread_detach(other) == 0);
  while (!detachedDone)
    sched_yield();
}
