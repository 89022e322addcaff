// SPDX-License-Identifier: Apache-2.0
// The program is right, libstdc++ 12 is not (GCC bug 104928): acquire reads the count, loses a compare-exchange and then
// sleeps for as long as the count is the one it read first, although it is not zero.
#include <semaphore>
#include <thread>
#include <vector>

int main() {
  std::binary_semaphore turn(1);
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&turn] {
      turn.acquire(); // BUG
      turn.release();
    });
  }
  for (auto& thread : threads)
    thread.join();
}
