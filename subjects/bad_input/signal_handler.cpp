// SPDX-License-Identifier: Apache-2.0
// Installs a signal handler and raises the signal.
#include <csignal>
#include <thread>

namespace {

volatile std::sig_atomic_t seen = 0;

} // namespace

int main() {
  std::signal(SIGUSR1, [](int) { seen = 1; });
  std::thread worker([] { std::raise(SIGUSR1); });
  worker.join();
}
