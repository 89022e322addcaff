// SPDX-License-Identifier: Apache-2.0
// Exceptions thrown, caught, rethrown and nested in several threads at the same time, with locks held.
#include <cassert>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

std::mutex mutex;
int unwound = 0;

struct Unwinder {
  ~Unwinder() {
    assert(std::uncaught_exceptions() == 1);
    std::lock_guard lock(mutex);
    ++unwound;
    try {
      throw 1;
    } catch (int) {
      assert(std::uncaught_exceptions() == 1);
    }
  }
};

void fail(int id) {
  Unwinder unwinder;
  std::this_thread::yield();
  throw std::runtime_error("inner " + std::to_string(id));
}

void wrap(int id) {
  try {
    fail(id);
  } catch (...) {
    std::this_thread::yield();
    std::throw_with_nested(std::logic_error("outer " + std::to_string(id)));
  }
}

void work(int id) {
  try {
    try {
      wrap(id);
    } catch (const std::logic_error& outer) {
      assert(outer.what() == "outer " + std::to_string(id));
      throw;
    }
  } catch (const std::exception& error) {
    std::this_thread::yield();
    try {
      std::rethrow_if_nested(error);
      assert(false);
    } catch (const std::runtime_error& inner) {
      assert(inner.what() == "inner " + std::to_string(id));
    }
  }
  assert(std::uncaught_exceptions() == 0);
  assert(std::current_exception() == nullptr);
}

} // namespace

int main() {
  std::thread a(work, 1);
  std::thread b(work, 2);
  work(3);
  a.join();
  b.join();
  assert(unwound == 3);
  try {
    std::lock_guard lock(mutex);
    throw std::string("released on the way");
  } catch (const std::string&) {
    assert(mutex.try_lock());
    mutex.unlock();
  }
}
