// SPDX-License-Identifier: Apache-2.0
// Entries with a version; a replacement succeeds only if the version is still the expected one.
// WRONG: compares in one critical section and replaces in another.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <utility>

class VersionedMap {
public:
  VersionedMap() = default;
  VersionedMap(const VersionedMap&) = delete;
  VersionedMap& operator=(const VersionedMap&) = delete;

  std::pair<unsigned, std::string> get(const std::string& key) const {
    std::lock_guard lock(mutex_);
    const auto found = entries_.find(key);
    return found == entries_.end() ? std::pair(0U, std::string()) : found->second;
  }

  bool replace(const std::string& key, unsigned version, std::string value) {
#ifdef WRONG
    if (get(key).first != version)
      return false;
    std::lock_guard lock(mutex_);
#else
    std::lock_guard lock(mutex_);
    const auto found = entries_.find(key);
    if ((found == entries_.end() ? 0U : found->second.first) != version)
      return false;
#endif
    auto& entry = entries_[key];
    ++entry.first;
    entry.second = std::move(value);
    return true;
  }

private:
  mutable std::mutex mutex_;
  std::map<std::string, std::pair<unsigned, std::string>> entries_;
};
