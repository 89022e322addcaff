// SPDX-License-Identifier: Apache-2.0
// Remembers the last visitor without keeping it alive.
//
// Fault: forget() looks for the visitor and forgets it under a second lock.
// Fails: forget() | forget(): both say that there was one.
#pragma once

#include <memory>
#include <mutex>

namespace museum {

struct Visitor {
  int ticket = 0;
};

class LastSeen {
public:
  void saw(const std::shared_ptr<Visitor>& visitor) {
    std::lock_guard<std::mutex> lock(mutex_);
    last_ = visitor;
  }

  bool isPresent() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return last_.lock() != nullptr;
  }

  // Whether there was one.
  bool forget() {
    if (!isPresent())
      return false;
    std::lock_guard<std::mutex> lock(mutex_); // BUG
    last_.reset();
    return true;
  }

private:
  mutable std::mutex mutex_;
  std::weak_ptr<Visitor> last_;
};

} // namespace museum
