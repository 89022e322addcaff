// SPDX-License-Identifier: Apache-2.0
// A semaphore may be released by any thread.
#include <semaphore>
#include <thread>

int main() {
  std::binary_semaphore gate(0);
  std::thread opener([&gate] { gate.release(); });
  gate.acquire();
  opener.join();
}
