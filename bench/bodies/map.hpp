// SPDX-License-Identifier: Apache-2.0
// A map<int, string> under a mutex, two keys a thread.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <thread>

class Registry {
public:
  void add(int key, const char* name) {
    std::lock_guard lock(mutex_);
    names_[key] = name;
  }
  bool has(int key) {
    std::lock_guard lock(mutex_);
    return names_.count(key) != 0;
  }
  void remove(int key) {
    std::lock_guard lock(mutex_);
    names_.erase(key);
  }
  std::size_t size() {
    std::lock_guard lock(mutex_);
    return names_.size();
  }

private:
  std::mutex mutex_;
  std::map<int, std::string> names_;
};

inline void body() {
  Registry registry;
  std::thread first([&] {
    registry.add(0, "alpha");
    registry.add(1, "beta");
    registry.remove(0);
  });
  std::thread second([&] {
    registry.add(100, "a name too long to be kept inside the string object");
    registry.has(0);
    registry.add(101, "another name too long to be kept inside the string object");
    registry.has(1);
  });
  first.join();
  second.join();
  if (registry.size() != 3)
    std::abort();
}
