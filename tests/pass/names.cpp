// Accesses are named as the source names them.
// RUN: %clangxx -O1 -S -emit-llvm %s -o - | %sites | FileCheck %s

struct Node {
  int value;
  Node* next;
};

struct Point {
  int x, y;
};

struct Base {
  int inherited;
};

int counter;
static Node first;
thread_local int perThread;

class Account : public Base {
public:
  void deposit(int amount, int i);
  static int total;

private:
  int balance_;
  Node* head_;
  int items_[10];
  Point position_;
  union {
    int asInt;
    float asFloat;
  };
  Node nodes_[4];
};

int Account::total;

void Account::deposit(int amount, int i) {
  // CHECK: names.cpp:[[@LINE+1]]:12 load 4 `balance_` in _ZN7Account7depositEii
  balance_ += amount;
  // CHECK-NEXT: store 4 `balance_`
  // CHECK-NEXT: load 8 pointer `head_`
  // CHECK-NEXT: load 8 pointer `head_->next`
  // CHECK-NEXT: store 4 `head_->next->value`
  head_->next->value = 3;
  // CHECK-NEXT: store 4 `items_[]`
  items_[i] = 4;
  // CHECK-NEXT: store 4 `items_[2]`
  items_[2] = 5;
  // CHECK-NEXT: store 4 `position_.y`
  position_.y = 6;
  // CHECK-NEXT: store 4 `inherited`
  inherited = 7;
  // CHECK-NEXT: store 4 `asInt`
  asInt = 8;
  // CHECK-NEXT: store 8 pointer `nodes_[].next`
  nodes_[i].next = nullptr;
  // CHECK-NEXT: store 4 `Account::total`
  total = 9;
}

// CHECK-NEXT: exit
// CHECK-NEXT: names.cpp:[[@LINE-25]]:0 entry 0 `` in _ZN7Account7depositEii
void variables(int* p, int& r, Account* account, Node* list, int i) {
  // CHECK-NEXT: store 4 `counter`
  counter = 1;
  // CHECK-NEXT: store 4 `first.value`
  first.value = 2;
  // CHECK-NEXT: store 4 `perThread`
  perThread = 3;
  // CHECK-NEXT: store 4 `*p`
  *p = 4;
  // CHECK-NEXT: store 4 `p[]`
  p[i] = 5;
  // CHECK-NEXT: store 4 `p[3]`
  p[3] = 6;
  // CHECK-NEXT: store 4 `r`
  r = 7;
  // CHECK-NEXT: store 4 `account->inherited`
  account->inherited = 8;
  // CHECK-NEXT: store 4 `node->value`
  // CHECK-NEXT: load 8 pointer `node->next`
  for (Node* node = list; node != nullptr; node = node->next)
    node->value = 9;
  // CHECK-NEXT: range-read 16 `*list`
  // CHECK-NEXT: range-write 16 `first`
  first = *list;
}

Node* find(int key);
struct Registry {
  Node& operator[](int key);
  Node* front();
};

void calls(Registry& registry) {
  // CHECK: names.cpp:[[@LINE+1]]:{{[0-9]+}} store 4 `find()->value`
  find(1)->value = 1;
  // CHECK: names.cpp:[[@LINE+1]]:{{[0-9]+}} store 4 `registry[].value`
  registry[2].value = 2;
  // CHECK: names.cpp:[[@LINE+1]]:{{[0-9]+}} store 4 `registry.front()->value`
  registry.front()->value = 3;
}

void run(void* closure);

void closures(Account& outer) {
  int local = 0;
  auto body = [&] {
    // CHECK: names.cpp:[[@LINE+1]]:7 load 8 pointer `local`
    ++local;
    // CHECK: names.cpp:[[@LINE-1]]:5 load 4 `local`
    // CHECK: names.cpp:[[@LINE+1]]:{{[0-9]+}} store 4 `outer.inherited`
    outer.inherited = 1;
  };
  run(&body);
  body();
}
