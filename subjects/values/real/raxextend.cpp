// SPDX-License-Identifier: Apache-2.0
// The executive of a spacecraft runs nine tasks that send commands to two subsystems, correctly. Only two of the eleven threads can
// fail: one achieves a property and one checks it without the lock, so that it sees the property claimed but not yet achieved.
// Thesis: raxextend, 11 threads, exception caused by a race; no waits, and nearly all pairs are MM pairs of the tasks.
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

class Subsystem {
public:
  void command(int code) {
    const std::lock_guard lock(mutex_);
    ++commands_;
    last_ = code;
  }

private:
  std::mutex mutex_;
  int commands_ = 0;
  int last_ = 0;
};

// A property that must keep its value while a task claims it.
class Property {
public:
  void achieve(int value) {
    const std::lock_guard lock(mutex_);
    claimed_ = true;
    wanted_ = value;
    value_ = value;
  }
  void abandon() {
    const std::lock_guard lock(mutex_);
    claimed_ = false;
    value_ = 0;
  }
  void check() {
#ifdef FIXED
    const std::lock_guard lock(mutex_);
#endif
    if (claimed_ && value_ != wanted_)
      throw std::logic_error("a claimed property has lost its value"); // BUG
  }

private:
  std::mutex mutex_;
  bool claimed_ = false;
  int wanted_ = 0;
  int value_ = 0;
};

constexpr int kPowerTasks = 5;
constexpr int kCameraTasks = 4;

} // namespace

int main() {
  Subsystem power;
  Subsystem camera;
  Property orientation;
  std::vector<std::thread> threads;
  for (int task = 0; task < kPowerTasks; ++task)
    threads.emplace_back([&power, task] { power.command(task); });
  for (int task = 0; task < kCameraTasks; ++task)
    threads.emplace_back([&camera, task] { camera.command(task); });
  threads.emplace_back([&] {
    orientation.achieve(90);
    orientation.abandon();
  });
  threads.emplace_back([&] { orientation.check(); });
  for (std::thread& thread : threads)
    thread.join();
}
