// SPDX-License-Identifier: Apache-2.0
// on_exit is refused: its callback would be dropped.
#include <cstdlib>
#include <thread>

int main() {
  std::thread worker([] {});
  worker.join();
  on_exit([](int, void*) {}, nullptr);
}
