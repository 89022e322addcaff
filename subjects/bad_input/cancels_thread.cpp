// SPDX-License-Identifier: Apache-2.0
// Cancels a thread.
#include <pthread.h>
#include <unistd.h>

namespace {

void* sleepLong(void*) {
  sleep(100);
  return nullptr;
}

} // namespace

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, sleepLong, nullptr);
  pthread_cancel(thread);
  pthread_join(thread, nullptr);
}
