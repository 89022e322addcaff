// SPDX-License-Identifier: Apache-2.0
// Which documents contain a word.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <string>
#include <vector>

class MultimapIndex {
public:
  MultimapIndex() = default;
  MultimapIndex(const MultimapIndex&) = delete;
  MultimapIndex& operator=(const MultimapIndex&) = delete;

  void add(const std::string& word, int document) {
    std::unique_lock lock(mutex_);
    documents_[word].insert(document);
  }

  std::size_t remove(int document) {
    std::unique_lock lock(mutex_);
    std::size_t removed = 0;
    for (auto each = documents_.begin(); each != documents_.end();) {
      removed += each->second.erase(document);
      each = each->second.empty() ? documents_.erase(each) : std::next(each);
    }
    return removed;
  }

  std::vector<int> find(const std::string& word) const {
    std::shared_lock lock(mutex_);
    const auto found = documents_.find(word);
    if (found == documents_.end())
      return {};
    return {found->second.begin(), found->second.end()};
  }

private:
  mutable std::shared_mutex mutex_;
  std::map<std::string, std::set<int>> documents_;
};
