// SPDX-License-Identifier: Apache-2.0
// A local variable of main used by two threads without protection: it races.
#include <thread>

int main() {
  int shared = 0;
  std::thread first([&shared] { shared = 1; });
  shared = 2;
  first.join();
  return shared > 0 ? 0 : 1;
}
