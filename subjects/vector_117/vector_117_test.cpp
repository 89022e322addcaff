// SPDX-License-Identifier: Apache-2.0
// A bug-inducing test of Vector of JDK 1.1.7, V10 in Table 3 of the PCR paper.
// Prefix: a vector with two elements. Suffixes: lastIndexOf() | removeAllElements().
#ifdef FIXED
#include "vector_117_fixed.hpp"
#else
#include "vector_117.hpp"
#endif

#include <thread>

int main() {
  util::Vector vector;
  vector.addElement(7);
  vector.addElement(8);
  std::thread searching([&vector] { vector.lastIndexOf(7); }); // BUG
  std::thread removing([&vector] { vector.removeAllElements(); });
  searching.join();
  removing.join();
}
