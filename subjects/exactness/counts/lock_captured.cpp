// SPDX-License-Identifier: Apache-2.0
// executions: 2
// A local mutex and what it guards.
#include <map>
#include <mutex>
#include <string>
#include <thread>

int main() {
  std::mutex mutex;
  std::map<int, std::string> names;
  std::thread first([&] {
    std::lock_guard lock(mutex);
    names[1] = "one";
  });
  std::thread second([&] {
    std::lock_guard lock(mutex);
    names[2] = "two";
  });
  first.join();
  second.join();
  return names.size() == 2 ? 0 : 1;
}
