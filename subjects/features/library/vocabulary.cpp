// SPDX-License-Identifier: Apache-2.0
// optional, variant, any, function, span, string_view, tuple, unique_ptr passed between threads.
#include <any>
#include <cassert>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <variant>
#include <vector>

namespace {

struct Shared {
  std::mutex mutex;
  std::optional<std::string> optional;
  std::variant<int, std::string, std::vector<int>> variant;
  std::any any;
  std::function<int(int)> function = [](int x) { return x; };
  std::tuple<int, std::unique_ptr<int>> tuple{0, nullptr};
};

int sumOf(std::span<const int> values) {
  int sum = 0;
  for (int value : values)
    sum += value;
  return sum;
}

} // namespace

int main() {
  Shared shared;
  std::thread a([&shared] {
    std::lock_guard lock(shared.mutex);
    shared.optional = "a long enough string for the heap";
    shared.variant = std::vector<int>{1, 2, 3};
    shared.any = std::string("any");
    shared.function = [inner = shared.function](int x) { return inner(x) + 1; };
    shared.tuple = {1, std::make_unique<int>(1)};
  });
  std::thread b([&shared] {
    std::lock_guard lock(shared.mutex);
    shared.variant = "text";
    shared.any = 3.5;
    shared.function = [inner = shared.function](int x) { return inner(x) * 2; };
    shared.tuple = std::make_tuple(2, std::make_unique<int>(2));
  });
  const int numbers[] = {1, 2, 3, 4};
  int halves[2] = {};
  std::thread c([&] { halves[0] = sumOf(std::span(numbers).first(2)); });
  std::thread d([&] { halves[1] = sumOf(std::span(numbers).last(2)); });
  a.join();
  b.join();
  c.join();
  d.join();
  assert(halves[0] + halves[1] == 10);
  assert(shared.optional.has_value() &&
         std::string_view(*shared.optional).substr(0, 6) == "a long");
  assert(shared.variant.index() == 1 || shared.variant.index() == 2);
  assert(shared.any.type() == typeid(std::string) || std::any_cast<double>(shared.any) == 3.5);
  const int result = shared.function(10);
  assert(result == 22 || result == 21);
  assert(std::get<0>(shared.tuple) == *std::get<1>(shared.tuple));
}
