// SPDX-License-Identifier: Apache-2.0
// std::shared_future: several threads wait for and read one result, and one exception.
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>
#include <vector>

int main() {
  std::promise<std::vector<int>> promise;
  std::shared_future<std::vector<int>> shared = promise.get_future().share();
  int sums[3] = {};
  std::vector<std::thread> readers;
  for (int& sum : sums) {
    readers.emplace_back([shared, &sum] {
      for (int value : shared.get())
        sum += value;
    });
  }
  promise.set_value({1, 2, 3});
  for (auto& reader : readers)
    reader.join();
  for (int sum : sums)
    assert(sum == 6);

  std::promise<void> bad;
  std::shared_future<void> outcome(bad.get_future());
  std::shared_future<void> copy = outcome;
  bool caught[2] = {};
  auto consume = [](std::shared_future<void> result, bool& flag) {
    try {
      result.get();
    } catch (const std::logic_error&) {
      flag = true;
    }
  };
  std::thread first(consume, outcome, std::ref(caught[0]));
  std::thread second(consume, copy, std::ref(caught[1]));
  bad.set_exception(std::make_exception_ptr(std::logic_error("shared")));
  first.join();
  second.join();
  assert(caught[0] && caught[1]);
}
