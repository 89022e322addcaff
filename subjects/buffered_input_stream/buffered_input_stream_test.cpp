// SPDX-License-Identifier: Apache-2.0
// A bug-inducing test of BufferedInputStream, V5 in Table 3 of the PCR paper.
// Prefix: an open stream. Suffixes: read() | close(). A read of a closed stream throws, which is not a failure.
#ifdef FIXED
#include "buffered_input_stream_fixed.hpp"
#else
#include "buffered_input_stream.hpp"
#endif

#include <memory>
#include <thread>

namespace {

class Letters : public io::InputStream {
public:
  std::size_t read(char* buffer, std::size_t size) override {
    for (std::size_t i = 0; i < size; ++i)
      buffer[i] = 'x';
    return size;
  }
  std::size_t available() const override { return 1; }
};

} // namespace

int main() {
  io::BufferedInputStream stream(std::make_unique<Letters>());
  std::thread reading([&stream] {
    try {
      stream.read(); // BUG
    } catch (const std::runtime_error&) {
      // The stream was closed before the read.
    }
  });
  std::thread closing([&stream] { stream.close(); });
  reading.join();
  closing.join();
}
