// SPDX-License-Identifier: Apache-2.0
// Remembers the results of an expensive function. Two threads may both compute a result; the first one is kept.
// WRONG: counts hits in a field that is not protected.
#pragma once

#include <cstddef>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

class Memoiser {
public:
  Memoiser() = default;
  Memoiser(const Memoiser&) = delete;
  Memoiser& operator=(const Memoiser&) = delete;

  unsigned long square(unsigned number) {
    {
      std::shared_lock lock(mutex_);
      if (const auto found = results_.find(number); found != results_.end()) {
#ifdef WRONG
        ++hits_;
#endif
        return found->second;
      }
    }
    const unsigned long result = static_cast<unsigned long>(number) * number;
    std::unique_lock lock(mutex_);
    return results_.emplace(number, result).first->second;
  }

  void forget() {
    std::unique_lock lock(mutex_);
    results_.clear();
  }

private:
  std::shared_mutex mutex_;
  std::unordered_map<unsigned, unsigned long> results_;
#ifdef WRONG
  std::size_t hits_ = 0;
#endif
};
