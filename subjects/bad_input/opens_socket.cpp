// SPDX-License-Identifier: Apache-2.0
// Opens a socket.
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

int main() {
  std::thread worker([] {
    const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    close(descriptor);
  });
  worker.join();
}
