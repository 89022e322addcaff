// SPDX-License-Identifier: Apache-2.0
// A destructor throws: it checks a flag that another thread sets too late.
#include <atomic>
#include <stdexcept>
#include <thread>

namespace {

std::atomic<bool> flushed{false};

struct Writer {
  ~Writer() {
    if (!flushed.load())
      throwUnflushed(); // BUG
  }
  static void throwUnflushed() { throw std::logic_error("not flushed"); } // BUG
};

} // namespace

int main() {
  std::thread flusher([] { flushed = true; });
  {
    Writer writer;
  }
  flusher.join();
}
