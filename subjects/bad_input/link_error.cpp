// SPDX-License-Identifier: Apache-2.0
// Compiles, but a function is defined nowhere.
#include <thread>

void definedNowhere();

int main() {
  std::thread worker(definedNowhere);
  worker.join();
}
