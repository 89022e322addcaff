// SPDX-License-Identifier: Apache-2.0
// Runs a shell command.
#include <cstdlib>
#include <thread>

int main() {
  int status = 0;
  std::thread worker([&status] { status = std::system("true"); });
  worker.join();
  return status;
}
