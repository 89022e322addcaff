// SPDX-License-Identifier: Apache-2.0
// Words in an arena of their own, under one lock.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <mutex>
#include <string>
#include <vector>

class PmrWords {
public:
  PmrWords() = default;
  PmrWords(const PmrWords&) = delete;
  PmrWords& operator=(const PmrWords&) = delete;

  void add(const std::string& word) {
    std::lock_guard lock(mutex_);
    words_.emplace_back(word);
  }

  std::string longest() const {
    std::lock_guard lock(mutex_);
    std::string result;
    for (const auto& word : words_)
      if (word.size() > result.size())
        result = word;
    return result;
  }

private:
  mutable std::mutex mutex_;
  std::pmr::monotonic_buffer_resource arena_;
  std::pmr::vector<std::pmr::string> words_{&arena_};
};
