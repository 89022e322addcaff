// SPDX-License-Identifier: Apache-2.0
// Sequence containers and adaptors, shared under a lock: vector, deque, list, forward_list, string,
// array, bitset, queue, stack, priority_queue.
#include <algorithm>
#include <array>
#include <bitset>
#include <cassert>
#include <deque>
#include <forward_list>
#include <list>
#include <mutex>
#include <queue>
#include <stack>
#include <string>
#include <thread>
#include <vector>

namespace {

struct Everything {
  std::mutex mutex;
  std::vector<int> vector;
  std::vector<bool> bits;
  std::deque<int> deque;
  std::list<int> list;
  std::forward_list<int> forward;
  std::string string;
  std::array<int, 8> array{};
  std::bitset<128> bitset;
  std::queue<int> queue;
  std::stack<std::string> stack;
  std::priority_queue<int> heap;
};

void fill(Everything& all, int base) {
  for (int i = base; i < base + 4; ++i) {
    std::lock_guard lock(all.mutex);
    all.vector.insert(all.vector.begin(), i);
    all.bits.push_back(i % 2 == 0);
    all.deque.push_front(i);
    all.deque.push_back(-i);
    all.list.push_back(i);
    all.list.sort();
    all.forward.push_front(i);
    all.string += std::string(5, static_cast<char>('a' + i));
    all.array[static_cast<std::size_t>(i)] = i;
    all.bitset.set(static_cast<std::size_t>(i));
    all.queue.push(i);
    all.stack.push("element number " + std::to_string(i));
    all.heap.push(i);
  }
}

} // namespace

int main() {
  Everything all;
  std::thread a(fill, std::ref(all), 0);
  std::thread b(fill, std::ref(all), 4);
  a.join();
  b.join();
  std::sort(all.vector.begin(), all.vector.end());
  for (int i = 0; i < 8; ++i)
    assert(all.vector[static_cast<std::size_t>(i)] == i);
  assert(all.bits.size() == 8 && std::count(all.bits.begin(), all.bits.end(), true) == 4);
  assert(all.deque.size() == 16);
  assert(all.list.front() == 0 && all.list.back() == 7);
  all.list.reverse();
  assert(all.list.front() == 7);
  std::list<int> other{100, 101};
  all.list.splice(all.list.begin(), other);
  all.list.remove(100);
  assert(other.empty() && all.list.size() == 9);
  assert(std::distance(all.forward.begin(), all.forward.end()) == 8);
  assert(all.string.size() == 40);
  assert(all.array[7] == 7 && all.bitset.count() == 8);
  assert(all.queue.size() == 8 && all.stack.size() == 8);
  for (int i = 7; i >= 0; --i) {
    assert(all.heap.top() == i);
    all.heap.pop();
  }
}
