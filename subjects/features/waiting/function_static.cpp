// SPDX-License-Identifier: Apache-2.0
// Function statics: initialised once whatever thread comes first; retried after an exception.
#include <atomic>
#include <cassert>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

std::atomic<int> constructions{0};

struct Config {
  Config() : name("configuration with a long name") {
    std::this_thread::yield();
    ++constructions;
  }
  std::string name;
};

Config& config() {
  static Config instance;
  return instance;
}

int attempts = 0;

int risky() {
  static int value = [] {
    if (++attempts == 1)
      throw std::runtime_error("not yet");
    return attempts;
  }();
  return value;
}

} // namespace

int main() {
  auto use = [] { assert(config().name.size() == 30); };
  auto tryRisky = [] {
    try {
      assert(risky() == 2);
    } catch (const std::runtime_error&) {
    }
  };
  std::thread a(use);
  std::thread b(use);
  std::thread c(tryRisky);
  std::thread d(tryRisky);
  a.join();
  b.join();
  c.join();
  d.join();
  assert(constructions == 1);
  assert(risky() == 2);
}
