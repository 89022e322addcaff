// SPDX-License-Identifier: Apache-2.0
// A thread ends the program by _exit: no destructors, no finding.
#include <thread>
#include <unistd.h>

namespace {

struct Loud {
  ~Loud() { __builtin_trap(); }
};
Loud loud;

} // namespace

int main() {
  std::thread leaver([] { _exit(0); });
  leaver.join();
}
