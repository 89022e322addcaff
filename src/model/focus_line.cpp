// SPDX-License-Identifier: Apache-2.0
#include "model/focus_line.h"

#include <charconv>

namespace heddle::model {

bool focusLineFromText(std::string_view text, FocusLine& line) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0)
    return false;
  const char* const end = text.data() + text.size();
  const auto number = std::from_chars(text.data() + colon + 1, end, line.line);
  line.file = text.substr(0, colon);
  while (line.file.starts_with("./"))
    line.file.erase(0, 2);
  return number.ec == std::errc() && number.ptr == end && line.line > 0 && !line.file.empty();
}

bool isIn(const FocusLine& line, std::string_view path) {
  if (!path.ends_with(line.file))
    return false;
  const std::size_t before = path.size() - line.file.size();
  return before == 0 || path[before - 1] == '/';
}

} // namespace heddle::model
