// SPDX-License-Identifier: Apache-2.0
// The flag is atomic and so orders the data.
#include <atomic>
#include <thread>

namespace {

int data = 0;
std::atomic<bool> ready = false;

void produce() {
  data = 42;
  ready = true;
}

int consume() {
  return ready ? data : 0;
}

} // namespace

int main() {
  std::thread producer(produce);
  std::thread consumer([] { consume(); });
  producer.join();
  consumer.join();
}
