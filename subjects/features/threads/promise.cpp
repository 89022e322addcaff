// SPDX-License-Identifier: Apache-2.0
// std::promise: value, reference, void, exception, broken promise, second set.
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

int main() {
  int target = 1;
  std::promise<int&> reference;
  auto bound = reference.get_future();
  std::thread binder([&] { reference.set_value(target); });
  bound.get() = 9;
  binder.join();
  assert(target == 9);

  std::future<int> orphan;
  std::thread breaker([&orphan] {
    std::promise<int> broken;
    orphan = broken.get_future();
  });
  breaker.join();
  try {
    orphan.get();
    assert(false);
  } catch (const std::future_error& error) {
    assert(error.code() == std::future_errc::broken_promise);
  }

  std::promise<int> once;
  auto won = once.get_future();
  int refused[2] = {};
  auto offer = [&once](int value, int& lost) {
    try {
      once.set_value(value);
    } catch (const std::future_error& error) {
      assert(error.code() == std::future_errc::promise_already_satisfied);
      lost = 1;
    }
  };
  std::thread first(offer, 1, std::ref(refused[0]));
  std::thread second(offer, 2, std::ref(refused[1]));
  const int winner = won.get();
  first.join();
  second.join();
  assert(refused[0] + refused[1] == 1);
  assert(winner == (refused[0] == 1 ? 2 : 1));
}
