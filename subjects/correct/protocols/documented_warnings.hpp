// SPDX-License-Identifier: Apache-2.0
// Restrictions in several styles of comments.
// WRONG: add() does not take the lock.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

class DocumentedWarnings {
public:
  DocumentedWarnings() = default;
  DocumentedWarnings(const DocumentedWarnings&) = delete;
  DocumentedWarnings& operator=(const DocumentedWarnings&) = delete;

  /** Adds a number. Thread-safe. */
  void add(int number) {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    numbers_.push_back(number);
  }

  //! How many there are. Thread-safe.
  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return numbers_.size();
  }

  /**
   * A raw view of the numbers.
   * @warning This method is not thread-safe; use it while no other thread uses the object.
   */
  const int* data() const { return numbers_.data(); }

  // NOTE: not thread-safe. Call it from the main thread only, before the workers are started.
  void preallocate() { numbers_.reserve(16); }

  int unsafeLast() const { return numbers_.empty() ? 0 : numbers_.back(); } ///< Not thread safe.

  /// Requires external synchronization.
  void truncate() { numbers_.clear(); }

private:
  mutable std::mutex mutex_;
  std::vector<int> numbers_;
};
