// SPDX-License-Identifier: Apache-2.0
// Lines that were written, the oldest first.
//
// Fault: first() asks for the size and then for the line, which may be gone. first() is noexcept: the exception of
// std::vector::at ends the program after it has left line(), so that a stack may not show where it was thrown.
// Fails: first() | trim(), with std::out_of_range.
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
    if (size() == 0)
      return 0;
    return line(0).size();
  }

private:
  std::string line(std::size_t index) const {
    std::lock_guard lock(mutex_);
    return lines_.at(index);
  }

  mutable std::mutex mutex_;
  std::vector<std::string> lines_;
};

} // namespace editor
