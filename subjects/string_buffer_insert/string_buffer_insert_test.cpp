// SPDX-License-Identifier: Apache-2.0
// A bug-inducing test of StringBuffer, V9 in Table 3 of the PCR paper.
// Prefix: a buffer with three letters. Suffixes: insert() of the buffer into itself | deleteCharAt().
#ifdef FIXED
#include "string_buffer_insert_fixed.hpp"
#else
#include "string_buffer_insert.hpp"
#endif

#include <thread>

int main() {
  lang::StringBuffer buffer;
  buffer.append("abc");
  std::thread inserting([&buffer] { buffer.insert(1, buffer); }); // BUG
  std::thread deleting([&buffer] { buffer.deleteCharAt(0); });
  inserting.join();
  deleting.join();
}
