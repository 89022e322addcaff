// SPDX-License-Identifier: Apache-2.0
// A test of subjects/vector_117 (the fixed twin, so that nothing ends the search) as a program, to compare the engine's
// speed under explore and check. autocontest.py has the same calls as a test.
#include <thread>

#include "../../subjects/vector_117/vector_117_fixed.hpp"

int main() {
  util::Vector vector;
  vector.setSize(1);
  std::thread first([&] {
    vector.removeAllElements();
    vector.setSize(2);
    vector.lastIndexOf(1);
  });
  std::thread second([&] {
    vector.lastIndexOf(1);
    vector.removeAllElements();
    vector.lastIndexOf(1);
  });
  std::thread third([&] {
    vector.setSize(1);
    vector.lastIndexOf(1);
  });
  first.join();
  second.join();
  third.join();
}
