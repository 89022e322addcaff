// SPDX-License-Identifier: Apache-2.0
// A bug-inducing test of Vector of JDK 1.4.2, V11 in Table 3 of the PCR paper.
// Prefix: a vector with three elements. Suffixes: reversed() | clear().
#ifdef FIXED
#include "vector_142_fixed.hpp"
#else
#include "vector_142.hpp"
#endif

#include <thread>

int main() {
  util::Vector<int> vector;
  vector.add(7);
  vector.add(8);
  vector.insert(1, 9);
  std::thread reversing([&vector] { vector.reversed(); }); // BUG
  std::thread clearing([&vector] { vector.clear(); });
  reversing.join();
  clearing.join();
}
