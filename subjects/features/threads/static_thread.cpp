// SPDX-License-Identifier: Apache-2.0
// A static object that owns a thread: started before main, stopped and joined after it.
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

namespace {

class Logger {
public:
  Logger() : thread_([this] { run(); }) {}
  ~Logger() {
    {
      std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    changed_.notify_one();
    thread_.join();
    assert(written_ == 3);
  }
  void log(std::string line) {
    {
      std::lock_guard lock(mutex_);
      lines_.push_back(std::move(line));
    }
    changed_.notify_one();
  }

private:
  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return stopping_ || !lines_.empty(); });
      if (lines_.empty())
        return;
      lines_.pop_front();
      ++written_;
    }
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> lines_;
  bool stopping_ = false;
  int written_ = 0;
  std::thread thread_;
};

Logger logger;

} // namespace

int main() {
  std::thread other([] { logger.log("from another thread"); });
  logger.log("first line of the main thread");
  logger.log("second line of the main thread");
  other.join();
}
