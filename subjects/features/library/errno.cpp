// SPDX-License-Identifier: Apache-2.0
// errno is per thread: failing calls in one thread do not disturb another's value.
#include <cassert>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

int main() {
  auto badDescriptor = [] {
    for (int i = 0; i < 3; ++i) {
      errno = 0;
      assert(::close(-1) == -1);
      std::this_thread::yield();
      assert(errno == EBADF);
    }
  };
  auto badNumber = [] {
    for (int i = 0; i < 3; ++i) {
      errno = 0;
      std::strtol("999999999999999999999999", nullptr, 10);
      std::this_thread::yield();
      assert(errno == ERANGE);
    }
  };
  auto missingFile = [] {
    assert(::access("/nonexistent/heddle", F_OK) == -1);
    std::this_thread::yield();
    assert(errno == ENOENT);
  };
  errno = EDOM;
  std::thread a(badDescriptor);
  std::thread b(badNumber);
  std::thread c(missingFile);
  a.join();
  b.join();
  c.join();
}
