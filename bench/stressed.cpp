// SPDX-License-Identifier: Apache-2.0
// The body again and again on real threads: what the engine is compared with. Prints executions per second.
#include BODY

#include <chrono>
#include <cstdio>

int main() {
  using Clock = std::chrono::steady_clock;
  auto start = Clock::now();
  long executions = 0;
  double seconds = 0;
  while (seconds < 1.0) {
    for (int i = 0; i < 500; ++i)
      body();
    executions += 500;
    seconds = std::chrono::duration<double>(Clock::now() - start).count();
  }
  std::printf("%.0f\n", static_cast<double>(executions) / seconds);
}
