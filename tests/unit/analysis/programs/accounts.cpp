// SPDX-License-Identifier: Apache-2.0
// Figure 5.1 of the thesis: the second thread locks y instead of x when it changes x.
#include <cassert>
#include <mutex>
#include <thread>

namespace {

struct Account {
  std::mutex mutex;
  int value = 0;
};

int amount = 10;

struct First {
  Account& x;
  Account& y;
  void operator()() const {
    {
      std::lock_guard<std::mutex> guard(x.mutex); // first: lock x
      x.value += amount;                          // first: x
    }
    {
      std::lock_guard<std::mutex> guard(y.mutex); // first: lock y
      y.value += amount;                          // first: y
    }
  }
};

struct Second {
  Account& x;
  Account& y;
  void operator()() const {
    {
      std::lock_guard<std::mutex> guard(y.mutex); // second: lock y
      x.value -= amount;                          // second: x
      if (y.value < 0)
        x.value = 0; // second: x, unreachable
    }
    {
      std::lock_guard<std::mutex> guard(y.mutex); // second: lock y again
      y.value -= amount;                          // second: y
    }
  }
};

} // namespace

int main() {
  Account x;
  Account y;
  std::thread first(First{x, y});
  std::thread second(Second{x, y});
  first.join();
  second.join();
  assert(x.value == y.value);
}
