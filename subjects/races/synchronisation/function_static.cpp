// SPDX-License-Identifier: Apache-2.0
// A function static is initialised once and then only read: no race.
#include <string>
#include <thread>

const std::string& name() {
  static const std::string text = "initialised by the first thread";
  return text;
}

int main() {
  int sizes[2] = {};
  std::thread first([&] { sizes[0] = static_cast<int>(name().size()); });
  std::thread second([&] { sizes[1] = static_cast<int>(name().size()); });
  first.join();
  second.join();
  return sizes[0] == sizes[1] ? 0 : 1;
}
