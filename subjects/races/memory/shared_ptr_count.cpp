// SPDX-License-Identifier: Apache-2.0
// The last owner of a shared_ptr destroys the object: the count orders the destruction, no race.
#include <memory>
#include <thread>

struct Session {
  ~Session() { value = 0; }
  int value = 1;
};

int main() {
  auto session = std::make_shared<Session>();
  std::thread first([mine = session]() mutable {
    [[maybe_unused]] volatile int seen = mine->value;
    mine.reset();
  });
  std::thread second([mine = std::move(session)]() mutable {
    [[maybe_unused]] volatile int seen = mine->value;
    mine.reset();
  });
  first.join();
  second.join();
}
