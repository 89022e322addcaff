// SPDX-License-Identifier: Apache-2.0
// A running std::thread is overwritten by another one: std::terminate.
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
    if (running())
      return;
    std::lock_guard lock(mutex_);
    worker_ = std::thread([] {}); // BUG
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
