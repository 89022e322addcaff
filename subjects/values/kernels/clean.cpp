// SPDX-License-Identifier: Apache-2.0
// Two tasks signal each other in turn through counted events. Each compares the count with the one that it has already seen before it
// waits, but not under the lock of the event: a signal between the comparison and the wait is lost.
// Thesis: clean, 2 threads, deadlock; 7 RW, 2 MM, 2 WM and 2 WN pairs.
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

class Event {
public:
  void signal() {
    const std::lock_guard lock(mutex_);
    ++count_;
    signalled_.notify_all();
  }
  // Returns the count once it is not the one that was seen last.
  int awaitAfter(int seen) {
#ifdef FIXED
    std::unique_lock lock(mutex_);
    while (count_ == seen)
      signalled_.wait(lock);
#else
    if (count_ == seen) {
      std::unique_lock lock(mutex_);
      signalled_.wait(lock); // BUG
    }
#endif
    return count_;
  }

private:
  std::mutex mutex_;
  std::condition_variable signalled_;
  int count_ = 0;
};

constexpr int kRounds = 2;

void request(Event& requested, Event& answered) {
  int seen = 0;
  for (int round = 0; round < kRounds; ++round) {
    requested.signal();
    seen = answered.awaitAfter(seen);
  }
}

void answer(Event& requested, Event& answered) {
  int seen = 0;
  for (int round = 0; round < kRounds; ++round) {
    seen = requested.awaitAfter(seen);
    answered.signal();
  }
}

} // namespace

int main() {
  Event requested;
  Event answered;
  std::thread client([&] { request(requested, answered); });
  std::thread server([&] { answer(requested, answered); });
  client.join();
  server.join();
}
