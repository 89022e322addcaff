// SPDX-License-Identifier: Apache-2.0
// Atomic pointers: a Treiber stack (push only while shared), pointer arithmetic, enum atomics.
#include <atomic>
#include <cassert>
#include <thread>

namespace {

struct Node {
  int value;
  Node* next;
};

enum class State { Idle, Busy, Done };

} // namespace

int main() {
  std::atomic<Node*> head{nullptr};
  auto push = [&head](int value) {
    Node* node = new Node{value, head.load(std::memory_order_relaxed)};
    while (!head.compare_exchange_weak(
        node->next, node, std::memory_order_release, std::memory_order_relaxed)) {
    }
  };
  std::thread a([&] {
    push(1);
    push(2);
  });
  std::thread b([&] { push(4); });
  a.join();
  b.join();
  int sum = 0;
  for (Node* node = head.exchange(nullptr); node != nullptr;) {
    sum += node->value;
    Node* next = node->next;
    delete node;
    node = next;
  }
  assert(sum == 7);

  int cells[8] = {};
  std::atomic<int*> cursor{cells};
  auto claim = [&cursor] {
    for (int i = 0; i < 3; ++i)
      *cursor.fetch_add(1) = 1;
    *cursor++ = 1;
  };
  std::thread c(claim);
  std::thread d(claim);
  c.join();
  d.join();
  for (int cell : cells)
    assert(cell == 1);
  assert(cursor == cells + 8);

  std::atomic<State> state{State::Idle};
  std::thread e([&] {
    State expected = State::Idle;
    if (state.compare_exchange_strong(expected, State::Busy))
      state = State::Done;
  });
  const State seen = state.load();
  assert(seen == State::Idle || seen == State::Busy || seen == State::Done);
  e.join();
  assert(state == State::Done);
}
