// SPDX-License-Identifier: Apache-2.0
// Like discarded_read, but the compare-exchange says nothing about the value read before it: it succeeds, the value is used.
#include <atomic>
#include <thread>

int value = 0;
int seen = 0;
std::atomic<int> tickets{0};

int main() {
  std::thread reader([] {
    int copy = value;
    int expected = 0;
    if (tickets.compare_exchange_strong(expected, 1))
      seen = copy;
  });
  std::thread writer([] { value = 1; });
  reader.join();
  writer.join();
  return seen > 1 ? 1 : 0;
}
