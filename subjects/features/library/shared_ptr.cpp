// SPDX-License-Identifier: Apache-2.0
// shared_ptr, weak_ptr, enable_shared_from_this: counts stay right, the object dies exactly once.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

namespace {

std::atomic<int> alive{0};

struct Session : std::enable_shared_from_this<Session> {
  Session() { ++alive; }
  ~Session() { --alive; }
  std::shared_ptr<Session> self() { return shared_from_this(); }
  std::atomic<int> uses{0};
};

} // namespace

int main() {
  auto session = std::make_shared<Session>();
  std::weak_ptr<Session> weak = session;
  auto use = [](std::shared_ptr<Session> mine) {
    auto copy = mine->self();
    copy->uses.fetch_add(1);
  };
  std::thread a(use, session);
  std::thread b(use, session);
  std::thread observer([weak] {
    if (auto locked = weak.lock())
      locked->uses.fetch_add(1);
  });
  session.reset();
  a.join();
  b.join();
  observer.join();
  assert(alive == 0 && weak.expired());

  std::shared_ptr<int> array(new int[4]{1, 2, 3, 4}, std::default_delete<int[]>());
  std::shared_ptr<int> third(array, array.get() + 2);
  std::thread reader([third] { assert(*third == 3); });
  array.reset();
  reader.join();
  assert(third.use_count() == 1);
}
