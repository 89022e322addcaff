// SPDX-License-Identifier: Apache-2.0
// Two producers publish blocks made in different ways; the consumer deletes one as an object.
#include <atomic>
#include <thread>

namespace {

std::atomic<char*> block{nullptr};

void publish(char* made) {
  char* expected = nullptr;
  if (!block.compare_exchange_strong(expected, made))
    return;
}

} // namespace

int main() {
  char* single = new char('a');
  char* many = new char[8];
  std::thread first(publish, single);
  std::thread second(publish, many);
  first.join();
  second.join();
  char* chosen = block.load();
  delete chosen; // BUG
  if (chosen == single) {
    delete[] many;
  } else {
    delete single;
  }
}
