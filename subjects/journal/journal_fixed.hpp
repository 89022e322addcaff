// SPDX-License-Identifier: Apache-2.0
// Lines that were written, the oldest first.
// journal.hpp without the fault: the size and the line are read under one lock.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

namespace editor {

class Journal {
public:
  void write(const std::string& line) {
    std::lock_guard lock(mutex_);
    lines_.push_back(line);
  }

  void trim() {
    std::lock_guard lock(mutex_);
    lines_.clear();
  }

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return lines_.size();
  }

  std::size_t first() const noexcept {
    std::lock_guard lock(mutex_);
    return lines_.empty() ? 0 : lines_.front().size();
  }

private:
  mutable std::mutex mutex_;
  std::vector<std::string> lines_;
};

} // namespace editor
