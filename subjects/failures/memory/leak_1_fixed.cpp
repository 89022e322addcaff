// SPDX-License-Identifier: Apache-2.0
// Who overwrites a node frees it.
#include <atomic>
#include <thread>

namespace {

std::atomic<int*> latest{nullptr};

void publish(int value) {
  delete latest.exchange(new int(value));
}

} // namespace

int main() {
  std::thread first(publish, 1);
  std::thread second(publish, 2);
  first.join();
  second.join();
  delete latest.load();
}
