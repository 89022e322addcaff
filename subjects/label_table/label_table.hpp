// SPDX-License-Identifier: Apache-2.0
// Labels by number.
//
// Fault: label() returns a reference to a string that setLabel() changes under the lock.
// Fails: label() | setLabel(): the reference escapes the lock.
#pragma once

#include <map>
#include <mutex>
#include <string>

namespace ui {

class LabelTable {
public:
  void setLabel(int number, const std::string& text) {
    std::lock_guard<std::mutex> lock(mutex_);
    labels_[number] = text;
  }

  const std::string& label(int number) { // BUG
    std::lock_guard<std::mutex> lock(mutex_);
    return labels_[number];
  }

  std::size_t size() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return labels_.size();
  }

private:
  mutable std::mutex mutex_;
  std::map<int, std::string> labels_;
};

} // namespace ui
