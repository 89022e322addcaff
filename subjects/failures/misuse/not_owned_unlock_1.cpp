// SPDX-License-Identifier: Apache-2.0
// A mutex changes owners: the second thread unlocks what the first one locked.
#include <mutex>
#include <thread>

int main() {
  std::mutex gate;
  gate.lock();
  std::thread opener([&gate] { gate.unlock(); }); // BUG
  opener.join();
}
