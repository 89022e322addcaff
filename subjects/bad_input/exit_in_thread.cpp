// SPDX-License-Identifier: Apache-2.0
// A thread ends the program by exit while another still waits: legal, and no finding.
#include <cstdlib>
#include <mutex>
#include <thread>

int main() {
  static std::mutex never;
  never.lock();
  std::thread waiter([] { never.lock(); });
  std::thread leaver([] { std::exit(0); });
  leaver.join();
  waiter.join();
}
