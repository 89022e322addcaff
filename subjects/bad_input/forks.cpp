// SPDX-License-Identifier: Apache-2.0
// Forks a process in a thread.
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

int main() {
  std::thread worker([] {
    const pid_t child = fork();
    if (child == 0)
      _exit(0);
    waitpid(child, nullptr, 0);
  });
  worker.join();
}
