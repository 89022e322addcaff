// SPDX-License-Identifier: Apache-2.0
// exception_ptr: an exception made in one thread, rethrown in two others, freed in the last.
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

int main() {
  std::exception_ptr carried;
  std::thread thrower([&carried] {
    try {
      throw std::domain_error("carried across threads");
    } catch (...) {
      carried = std::current_exception();
    }
  });
  thrower.join();
  assert(carried != nullptr);
  int caught[2] = {};
  auto rethrow = [](std::exception_ptr error, int& count) {
    for (int i = 0; i < 2; ++i) {
      try {
        std::rethrow_exception(error);
      } catch (const std::domain_error& e) {
        assert(e.what() == std::string("carried across threads"));
        ++count;
      }
    }
  };
  std::thread a(rethrow, carried, std::ref(caught[0]));
  std::thread b(rethrow, carried, std::ref(caught[1]));
  carried = nullptr;
  a.join();
  b.join();
  assert(caught[0] == 2 && caught[1] == 2);
  auto made = std::make_exception_ptr(5);
  try {
    std::rethrow_exception(made);
  } catch (int value) {
    assert(value == 5);
  }
}
