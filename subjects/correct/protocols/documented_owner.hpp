// SPDX-License-Identifier: Apache-2.0
// A mailbox that its owner reads and other threads write.
// WRONG: post() does not take the lock.
#pragma once

#include <mutex>
#include <optional>
#include <vector>

class DocumentedOwner {
public:
  DocumentedOwner() = default;
  DocumentedOwner(const DocumentedOwner&) = delete;
  DocumentedOwner& operator=(const DocumentedOwner&) = delete;

  /// Any thread may post.
  void post(int message) {
#ifndef WRONG
    std::lock_guard lock(mutex_);
#endif
    inbox_.push_back(message);
  }

  /// The next message. May be called only from one thread, the owner's.
  std::optional<int> next() {
    if (at_ == batch_.size()) {
      batch_.clear();
      at_ = 0;
      std::lock_guard lock(mutex_);
      batch_.swap(inbox_);
    }
    if (at_ == batch_.size())
      return std::nullopt;
    return batch_[at_++];
  }

private:
  std::mutex mutex_;
  std::vector<int> inbox_;
  std::vector<int> batch_; // of the owner
  std::size_t at_ = 0;     // of the owner
};
