// SPDX-License-Identifier: Apache-2.0
// Replaces itself by another program.
#include <thread>
#include <unistd.h>

int main() {
  std::thread worker([] { execl("/bin/true", "true", nullptr); });
  worker.join();
}
