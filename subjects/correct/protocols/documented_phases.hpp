// SPDX-License-Identifier: Apache-2.0
// A table that is filled first and looked up afterwards.
// WRONG: the number of lookups is a plain number.
#pragma once

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>
#include <vector>

class DocumentedPhases {
public:
  DocumentedPhases() = default;
  DocumentedPhases(const DocumentedPhases&) = delete;
  DocumentedPhases& operator=(const DocumentedPhases&) = delete;

  /// Adds an entry. Must not be called concurrently with any other method.
  void add(std::string key, int value) { entries_.emplace_back(std::move(key), value); }

  /// The value of a key, or 0. Safe to call from any thread after the last add().
  int lookup(const std::string& key) const {
    ++lookups_;
    for (const auto& entry : entries_)
      if (entry.first == key)
        return entry.second;
    return 0;
  }

  int lookups() const { return lookups_; }

  /// Releases the memory. Must be the last action before the table is destroyed.
  void shutdown() {
    entries_.clear();
    entries_.shrink_to_fit();
  }

private:
  std::vector<std::pair<std::string, int>> entries_;
#ifdef WRONG
  mutable int lookups_ = 0;
#else
  mutable std::atomic<int> lookups_{0};
#endif
};
