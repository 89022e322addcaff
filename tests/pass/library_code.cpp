// Small library functions dissolve before hooks are inserted: accesses have the user's line and names.
// RUN: %clangxx -O1 -S -emit-llvm %s -o - | %sites | FileCheck %s

#include <atomic>
#include <memory>
#include <vector>

struct Node {
  int value;
  Node* next;
};

std::atomic<int> counter;
std::atomic<Node*> top;
std::vector<int> numbers;
std::unique_ptr<Node> owner;

void use(int i) {
  // CHECK: library_code.cpp:[[@LINE+1]]:11 atomic-rmw acq_rel add 4 `counter` in _Z3usei
  counter.fetch_add(1, std::memory_order_acq_rel);
  // CHECK: library_code.cpp:[[@LINE+1]]:{{[0-9]+}} atomic-load acquire 8 pointer `top` in _Z3usei
  top.load(std::memory_order_acquire)->value = 1;
  // CHECK-NEXT: store 4 `top->value`
  // CHECK: library_code.cpp:[[@LINE+2]]:{{[0-9]+}} atomic-cas seq_cst/seq_cst 4 `counter` in _Z3usei
  int expected = 1;
  counter.compare_exchange_strong(expected, 2);
  // CHECK: library_code.cpp:[[@LINE+1]]:{{[0-9]+}} load 8 pointer `numbers` in _Z3usei
  numbers[i] = 3;
  // CHECK: store 4 `numbers[]` in _Z3usei
  // CHECK: library_code.cpp:[[@LINE+1]]:{{[0-9]+}} load 8 pointer `owner` in _Z3usei
  owner->value = 4;
  // CHECK-NEXT: store 4 `owner->value` in _Z3usei
}

// Iterators and other helpers are registers by now.
// CHECK: library_code.cpp:[[@LINE+3]]:{{[0-9]+}} load 8 pointer `numbers` in _Z7iteratev
// CHECK-NEXT: load 8 pointer `numbers` in _Z7iteratev
void iterate() {
  for (int& number : numbers)
    // CHECK-NEXT: load 4 `number` in _Z7iteratev
    // CHECK-NEXT: store 4 `number` in _Z7iteratev
    ++number;
}
