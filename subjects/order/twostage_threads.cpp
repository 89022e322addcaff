// SPDX-License-Identifier: Apache-2.0
// Writers publish a value in two stages, each under a lock of its own; the reader, created first, must come between the two stages of
// the very first writer. Argument: the number of threads, the reader included.
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

class Published {
public:
  void write() {
    {
      const std::lock_guard lock(valueMutex_);
      value_ = 1;
    }
    const std::lock_guard lock(copyMutex_);
    copy_ = 2;
  }
  void read() {
    const int seen = value();
    if (seen != 0 && copy() != seen + 1)
      throw std::logic_error("value and copy disagree"); // BUG
  }

private:
  int value() {
    const std::lock_guard lock(valueMutex_);
    return value_;
  }
  int copy() {
    const std::lock_guard lock(copyMutex_);
    return copy_;
  }

  std::mutex valueMutex_;
  std::mutex copyMutex_;
  int value_ = 0;
  int copy_ = 0;
};

} // namespace

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 3;
  Published published;
  std::vector<std::thread> threads;
  threads.emplace_back([&] { published.read(); });
  for (int i = 1; i < count; ++i)
    threads.emplace_back(&Published::write, &published);
  for (std::thread& thread : threads)
    thread.join();
}
