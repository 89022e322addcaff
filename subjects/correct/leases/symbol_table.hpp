// SPDX-License-Identifier: Apache-2.0
// Interned names. A reference stays valid for as long as the table lives, because nodes of a set never move and
// are never erased.
// WRONG: looks the name up again without the lock, and returns what it finds.
#pragma once

#include <cstddef>
#include <mutex>
#include <set>
#include <string>

class SymbolTable {
public:
  SymbolTable() = default;
  SymbolTable(const SymbolTable&) = delete;
  SymbolTable& operator=(const SymbolTable&) = delete;

  const std::string& intern(const std::string& name) {
#ifdef WRONG
    {
      std::lock_guard lock(mutex_);
      names_.insert(name);
    }
    return *names_.find(name);
#else
    std::lock_guard lock(mutex_);
    return *names_.insert(name).first;
#endif
  }

  bool contains(const std::string& name) const {
    std::lock_guard lock(mutex_);
    return names_.contains(name);
  }

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return names_.size();
  }

private:
  mutable std::mutex mutex_;
  std::set<std::string> names_;
};
