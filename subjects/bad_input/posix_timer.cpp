// SPDX-License-Identifier: Apache-2.0
// Creates a POSIX timer.
#include <csignal>
#include <ctime>
#include <thread>

int main() {
  std::thread worker([] {
    timer_t timer;
    sigevent event{};
    event.sigev_notify = SIGEV_NONE;
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0)
      timer_delete(timer);
  });
  worker.join();
}
