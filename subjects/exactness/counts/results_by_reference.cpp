// SPDX-License-Identifier: Apache-2.0
// executions: 1
// Each thread fills a variable of its own, main reads them after the joins, and again hands them to a third thread:
// all in one order.
#include <string>
#include <thread>

int main() {
  int number = 0;
  std::string text;
  std::thread first([&number] { number = 41; });
  std::thread second([&text] { text = "a text that is too long for the small buffer"; });
  first.join();
  second.join();
  std::thread third([&number, &text] { number += text.empty() ? 0 : 1; });
  third.join();
  return number == 42 ? 0 : 1;
}
