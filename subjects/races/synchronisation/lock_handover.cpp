// SPDX-License-Identifier: Apache-2.0
// An object passed through a locked slot and then used without the lock: no race.
#include <memory>
#include <mutex>
#include <thread>

std::mutex mutex;
std::unique_ptr<int> slot;

int main() {
  std::thread giver([] {
    auto made = std::make_unique<int>(1);
    *made = 2;
    std::lock_guard lock(mutex);
    slot = std::move(made);
  });
  std::thread taker([] {
    for (;;) {
      std::unique_ptr<int> taken;
      {
        std::lock_guard lock(mutex);
        taken = std::move(slot);
      }
      if (taken != nullptr) {
        *taken = 3;
        return;
      }
      std::this_thread::yield();
    }
  });
  giver.join();
  taker.join();
}
