// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

namespace heddle::campaign {

// One line on stderr that is rewritten in place: only on a terminal, at most ten times a second,
// gone when the result is printed.
class Progress {
public:
  explicit Progress(bool quiet);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { clear(); }

  void show(const std::string& line);
  void clear();

private:
  bool live_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_;
};

} // namespace heddle::campaign
