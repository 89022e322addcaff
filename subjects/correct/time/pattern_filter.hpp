// SPDX-License-Identifier: Apache-2.0
// Accepts texts that match a pattern. A std::regex may be used by several threads as long as none changes it.
// WRONG: use() replaces the pattern without the lock.
#pragma once

#include <mutex>
#include <regex>
#include <shared_mutex>
#include <string>

class PatternFilter {
public:
  PatternFilter() : pattern_("a+b?") {}
  PatternFilter(const PatternFilter&) = delete;
  PatternFilter& operator=(const PatternFilter&) = delete;

  bool accepts(const std::string& text) const {
    std::shared_lock lock(mutex_);
    return text.size() < 20 && std::regex_match(text, pattern_);
  }

  void use(bool digits) {
    std::regex pattern(digits ? "[0-9]+" : "a+b?");
#ifndef WRONG
    std::unique_lock lock(mutex_);
#endif
    pattern_.swap(pattern);
  }

private:
  mutable std::shared_mutex mutex_;
  std::regex pattern_;
};
