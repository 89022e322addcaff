// SPDX-License-Identifier: Apache-2.0
// A callback runs under the publisher's lock and takes the subscriber's; the subscriber calls the
// publisher under its own.
#include <functional>
#include <mutex>
#include <thread>

namespace {

struct Publisher {
  std::recursive_mutex mutex;
  std::function<void()> callback;
  void publish() {
    std::lock_guard lock(mutex);
    callback();
  }
  int state() {
    std::lock_guard lock(mutex); // BUG
    return 1;
  }
};

struct Subscriber {
  std::mutex mutex;
  Publisher& publisher;
  int seen = 0;
  void notified() {
    std::lock_guard lock(mutex); // BUG
    ++seen;
  }
  void refresh() {
    std::lock_guard lock(mutex);
    seen += publisher.state();
  }
};

} // namespace

int main() {
  Publisher publisher;
  Subscriber subscriber{{}, publisher};
  publisher.callback = [&] { subscriber.notified(); };
  std::thread publishing([&] { publisher.publish(); });
  std::thread refreshing([&] { subscriber.refresh(); });
  publishing.join();
  refreshing.join();
}
