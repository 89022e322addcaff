// SPDX-License-Identifier: Apache-2.0
// The writer is destroyed after the flush.
#include <atomic>
#include <stdexcept>
#include <thread>

namespace {

std::atomic<bool> flushed{false};

struct Writer {
  ~Writer() {
    if (!flushed.load())
      throwUnflushed();
  }
  static void throwUnflushed() { throw std::logic_error("not flushed"); }
};

} // namespace

int main() {
  std::thread flusher([] { flushed = true; });
  flusher.join();
  {
    Writer writer;
  }
}
