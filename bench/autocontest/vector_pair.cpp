// SPDX-License-Identifier: Apache-2.0
// The failing pair of subjects/vector_117 as a program, to compare the engine's speed under explore and check.
#include <exception>
#include <thread>

#include "../../subjects/vector_117/vector_117.hpp"

int main() {
  util::Vector vector;
  vector.addElement(1);
  vector.addElement(2);
  std::thread searcher([&] {
    try {
      vector.lastIndexOf(1);
    } catch (const std::exception&) {
      // That is the fault; this program measures speed.
    }
  });
  std::thread cleaner([&] { vector.removeAllElements(); });
  searcher.join();
  cleaner.join();
}
