// SPDX-License-Identifier: Apache-2.0
// The test and the start belong to one critical section.
#include <mutex>
#include <thread>

namespace {

class Service {
public:
  bool running() {
    std::lock_guard lock(mutex_);
    return worker_.joinable();
  }
  void start() {
    std::lock_guard lock(mutex_);
    if (worker_.joinable())
      return;
    worker_ = std::thread([] {});
  }
  void stop() {
    if (running())
      worker_.join();
  }

private:
  std::mutex mutex_;
  std::thread worker_;
};

} // namespace

int main() {
  Service service;
  std::thread first([&] { service.start(); });
  std::thread second([&] { service.start(); });
  first.join();
  second.join();
  service.stop();
}
