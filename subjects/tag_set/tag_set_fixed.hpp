// SPDX-License-Identifier: Apache-2.0
// A set of tags: the fixed twin of tag_set.hpp.
//
// operator== acquires both locks together.
#pragma once

#include <cstddef>
#include <mutex>
#include <set>
#include <string>

class TagSet {
public:
  TagSet() = default;
  TagSet(const TagSet&) = delete;
  TagSet& operator=(const TagSet&) = delete;

  // Returns whether the tag is new.
  bool add(const std::string& tag) {
    std::lock_guard lock(mutex_);
    return tags_.insert(tag).second;
  }

  bool remove(const std::string& tag) {
    std::lock_guard lock(mutex_);
    return tags_.erase(tag) != 0;
  }

  bool contains(const std::string& tag) const {
    std::lock_guard lock(mutex_);
    return tags_.count(tag) != 0;
  }

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return tags_.size();
  }

  bool operator==(const TagSet& other) const {
    if (this == &other)
      return true;
    std::scoped_lock lock(mutex_, other.mutex_);
    return tags_ == other.tags_;
  }

private:
  mutable std::mutex mutex_;
  std::set<std::string> tags_;
};
