// SPDX-License-Identifier: Apache-2.0
// std::thread: arguments by value and reference, ids, move, swap, join, hardware_concurrency.
#include <cassert>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

void addTo(int& sum, int value) {
  sum += value;
}

struct Worker {
  int result = 0;
  void run(const std::string& text) { result = static_cast<int>(text.size()); }
};

} // namespace

int main() {
  int first = 0;
  int second = 0;
  std::thread a(addTo, std::ref(first), 3);
  std::thread b([&second] { addTo(second, 4); });
  assert(a.joinable() && b.joinable());
  assert(a.get_id() != b.get_id());
  assert(a.get_id() != std::this_thread::get_id());
  std::swap(a, b);
  std::thread moved = std::move(a);
  assert(!a.joinable());
  moved.join();
  b.join();
  assert(first == 3 && second == 4);

  Worker worker;
  std::thread member(&Worker::run, &worker, "heddle");
  member.join();
  assert(worker.result == 6);

  std::thread::id seen;
  std::thread self([&seen] { seen = std::this_thread::get_id(); });
  const std::thread::id known = self.get_id();
  self.join();
  assert(seen == known);

  std::vector<std::thread> threads;
  std::vector<int> slots(4);
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&slots, i] { slots[i] = i * i; });
  for (auto& thread : threads)
    thread.join();
  assert(slots == (std::vector<int>{0, 1, 4, 9}));
  assert(std::thread::hardware_concurrency() < 100000);
}
