// SPDX-License-Identifier: Apache-2.0
// Remembers the last visitor without keeping it alive.
//
// The argument of saw() lives as long as its client wants, not as long as the call.
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
    std::lock_guard<std::mutex> lock(mutex_);
    const bool wasPresent = last_.lock() != nullptr;
    last_.reset();
    return wasPresent;
  }

private:
  mutable std::mutex mutex_;
  std::weak_ptr<Visitor> last_;
};

} // namespace museum
