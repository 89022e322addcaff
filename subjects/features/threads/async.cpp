// SPDX-License-Identifier: Apache-2.0
// std::async: both launch policies, results, exceptions, the joining destructor of its future.
#include <cassert>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

int sum(const std::vector<int>& values, std::size_t from, std::size_t to) {
  if (to - from <= 2) {
    int total = 0;
    for (std::size_t i = from; i < to; ++i)
      total += values[i];
    return total;
  }
  const std::size_t middle = from + (to - from) / 2;
  auto left = std::async(std::launch::async, sum, std::cref(values), from, middle);
  const int right = sum(values, middle, to);
  return left.get() + right;
}

} // namespace

int main() {
  assert(sum({1, 2, 3, 4, 5, 6}, 0, 6) == 21);

  auto failing = std::async(std::launch::async, []() -> int { throw std::runtime_error("no"); });
  try {
    failing.get();
    assert(false);
  } catch (const std::runtime_error& error) {
    assert(error.what() == std::string("no"));
  }

  const auto here = std::this_thread::get_id();
  auto lazy = std::async(std::launch::deferred, [] { return std::this_thread::get_id(); });
  assert(lazy.wait_for(std::chrono::seconds(0)) == std::future_status::deferred);
  assert(lazy.get() == here);

  int done = 0;
  {
    auto joined = std::async(std::launch::async, [&done] { done = 1; });
  }
  assert(done == 1);
}
