// SPDX-License-Identifier: Apache-2.0
// A buffer per thread that is reused by its calls.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

class ThreadLocalScratch {
public:
  std::string reversed(const std::string& text) const {
    std::vector<char>& buffer = scratch();
    buffer.assign(text.rbegin(), text.rend());
    return {buffer.begin(), buffer.end()};
  }

  std::string doubled(const std::string& text) const {
    std::vector<char>& buffer = scratch();
    buffer.assign(text.begin(), text.end());
    buffer.insert(buffer.end(), text.begin(), text.end());
    return {buffer.begin(), buffer.end()};
  }

private:
  static std::vector<char>& scratch() {
    thread_local std::vector<char> buffer;
    return buffer;
  }
};
