// SPDX-License-Identifier: Apache-2.0
// One thread writes a word, another one byte of it through char: they race.
#include <thread>

unsigned word = 0;

int main() {
  std::thread first([] { word = 0x01020304; });
  std::thread second([] { reinterpret_cast<unsigned char*>(&word)[2] = 9; });
  first.join();
  second.join();
}
