// SPDX-License-Identifier: Apache-2.0
// Waits with epoll.
#include <sys/epoll.h>
#include <thread>
#include <unistd.h>

int main() {
  std::thread worker([] {
    const int descriptor = epoll_create1(0);
    epoll_event event{};
    epoll_wait(descriptor, &event, 1, 1);
    close(descriptor);
  });
  worker.join();
}
