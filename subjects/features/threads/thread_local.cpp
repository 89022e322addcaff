// SPDX-License-Identifier: Apache-2.0
// thread_local: plain, with constructor and destructor, in functions, in main; one copy per thread.
#include <atomic>
#include <cassert>
#include <string>
#include <thread>
#include <vector>

namespace {

std::atomic<int> alive{0};
std::atomic<int> made{0};

struct Tracker {
  Tracker() {
    ++alive;
    ++made;
  }
  ~Tracker() { --alive; }
  std::string text = "a string long enough to live on the heap";
};

thread_local int plain = 1;
thread_local Tracker tracker;

int& functionLocal() {
  thread_local std::vector<int> values{1, 2, 3};
  values.push_back(4);
  return values.back();
}

} // namespace

int main() {
  auto work = [](int id) {
    assert(plain == 1);
    plain = id;
    tracker.text += std::to_string(id);
    std::this_thread::yield();
    assert(plain == id);
    assert(tracker.text.back() == static_cast<char>('0' + id));
    assert(functionLocal() == 4);
  };
  std::thread a(work, 2);
  std::thread b(work, 3);
  std::thread unused([] {});
  a.join();
  b.join();
  unused.join();
  assert(plain == 1);
  assert(alive == 0 && made == 2);
  tracker.text += "main";
  assert(alive == 1);
}
