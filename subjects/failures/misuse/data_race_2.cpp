// SPDX-License-Identifier: Apache-2.0
// A plain flag publishes data: both the flag and the data race.
#include <thread>

namespace {

int data = 0;
bool ready = false;

void produce() {
  data = 42;    // BUG
  ready = true; // BUG
}

int consume() {
  return ready ? data : 0; // BUG
}

} // namespace

int main() {
  std::thread producer(produce);
  std::thread consumer([] { consume(); });
  producer.join();
  consumer.join();
}
