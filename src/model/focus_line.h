// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace heddle::model {

// A line whose accesses the user is interested in (--focus).
struct FocusLine {
  std::string file; // as the user wrote it: a path or the end of one
  unsigned line = 0;
  bool operator==(const FocusLine&) const = default;
};

// "queue.h:21". False if it is not a file and a line.
bool focusLineFromText(std::string_view text, FocusLine& line);

// Whether `path`, which is absolute, is that of the file.
bool isIn(const FocusLine& line, std::string_view path);

} // namespace heddle::model
