// SPDX-License-Identifier: Apache-2.0
// Writers append to the front buffer; flush() swaps the buffers and processes the back one without blocking the writers.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

class DoubleBuffer {
public:
  DoubleBuffer() = default;
  DoubleBuffer(const DoubleBuffer&) = delete;
  DoubleBuffer& operator=(const DoubleBuffer&) = delete;

  void write(std::string line) {
    std::lock_guard lock(frontMutex_);
    front_.push_back(std::move(line));
  }

  // Returns the lines that were flushed, joined.
  std::string flush() {
    std::lock_guard flushing(backMutex_);
    {
      std::lock_guard lock(frontMutex_);
      back_.swap(front_);
    }
    std::string text;
    for (const std::string& line : back_)
      text += line + "\n";
    back_.clear();
    return text;
  }

private:
  std::mutex backMutex_; // taken before frontMutex_
  std::vector<std::string> back_;
  std::mutex frontMutex_;
  std::vector<std::string> front_;
};
