// SPDX-License-Identifier: Apache-2.0
// A bug-inducing test of InputBuffer, V3 in Table 3 of the PCR paper.
// Prefix: a buffer with two bytes, the first of which was read. Suffixes: readChar() | recycle().
#ifdef FIXED
#include "input_buffer_fixed.hpp"
#else
#include "input_buffer.hpp"
#endif

#include <thread>

int main() {
  connector::InputBuffer buffer;
  buffer.setEncoding("ASCII");
  buffer.setBytes("ab");
  buffer.readChar();
  std::thread reading([&buffer] { buffer.readChar(); }); // BUG
  std::thread recycling([&buffer] { buffer.recycle(); });
  reading.join();
  recycling.join();
}
