// SPDX-License-Identifier: Apache-2.0
// The exchange gives the object to one thread only.
#include <atomic>
#include <thread>

namespace {

std::atomic<int*> resource{nullptr};

void shutDown() {
  delete resource.exchange(nullptr);
}

} // namespace

int main() {
  resource = new int(1);
  std::thread first(shutDown);
  std::thread second(shutDown);
  first.join();
  second.join();
}
