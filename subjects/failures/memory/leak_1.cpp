// SPDX-License-Identifier: Apache-2.0
// Two threads publish a node by a plain store: the one overwritten is never freed.
#include <atomic>
#include <thread>

namespace {

std::atomic<int*> latest{nullptr};

void publish(int value) {
  if (latest.load() == nullptr)
    latest.store(new int(value)); // BUG
}

} // namespace

int main() {
  std::thread first(publish, 1);
  std::thread second(publish, 2);
  first.join();
  second.join();
  delete latest.load();
}
