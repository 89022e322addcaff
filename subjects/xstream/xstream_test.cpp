// SPDX-License-Identifier: Apache-2.0
// A bug-inducing test of XStream, V20 in Table 3 of the PCR paper.
// Prefix: an alias and a first use, which makes the writer. Suffixes: toXML() | toXML().
#ifdef FIXED
#include "xstream_fixed.hpp"
#else
#include "xstream.hpp"
#endif

#include <thread>

int main() {
  xml::XStream stream;
  stream.alias("int", "number");
  stream.toXML(1);
  std::thread first([&stream] { stream.toXML("text"); }); // BUG
  std::thread second([&stream] { stream.toXML(2); });     // BUG
  first.join();
  second.join();
}
