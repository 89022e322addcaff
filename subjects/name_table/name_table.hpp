// SPDX-License-Identifier: Apache-2.0
// Names in numbered places. Shape: a reference escapes the lock, then what it refers to is replaced.
//
// Fault: name() returns a reference; the lock ends with the call. Renaming frees the characters of a long name; a
// short one is stored in the string itself and only changes.
// Fails: name(i) | rename(i, name) and greeting(i) | rename(i, name) with a long name: use after free.
#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

class NameTable {
public:
  static constexpr std::size_t kPlaces = 2;

  NameTable() = default;
  NameTable(const NameTable&) = delete;
  NameTable& operator=(const NameTable&) = delete;

  const std::string& name(std::size_t place) const {
    std::lock_guard lock(mutex_);
    return names_[checked(place)];
  }

  void rename(std::size_t place, std::string name) {
    std::lock_guard lock(mutex_);
    names_[checked(place)] = std::move(name);
  }

  std::string greeting(std::size_t place) const { return "Hello, " + name(place); }

  // Lengths are read under the lock.
  std::size_t length(std::size_t place) const {
    std::lock_guard lock(mutex_);
    return names_[checked(place)].size();
  }

  std::size_t named() const {
    std::lock_guard lock(mutex_);
    std::size_t count = 0;
    for (const std::string& name : names_)
      count += name.empty() ? 0 : 1;
    return count;
  }

private:
  static std::size_t checked(std::size_t place) {
    if (place >= kPlaces)
      throw std::out_of_range("NameTable: no such place");
    return place;
  }

  mutable std::mutex mutex_;
  std::array<std::string, kPlaces> names_;
};
