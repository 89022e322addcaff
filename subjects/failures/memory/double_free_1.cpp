// SPDX-License-Identifier: Apache-2.0
// Two threads both find the object present, and both delete it.
#include <atomic>
#include <thread>

namespace {

std::atomic<int*> resource{nullptr};

void shutDown() {
  int* mine = resource.load();
  if (mine == nullptr)
    return;
  resource.store(nullptr);
  delete mine; // BUG
}

} // namespace

int main() {
  resource = new int(1);
  std::thread first(shutDown);
  std::thread second(shutDown);
  first.join();
  second.join();
}
