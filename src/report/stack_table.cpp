// SPDX-License-Identifier: Apache-2.0
#include "report/stack_table.h"

#include <algorithm>
#include <fmt/core.h>

#include "explain/functions.h"

namespace heddle::report {

namespace {

using model::SourcePlace;

constexpr std::size_t kMostFrames = 12; // of each side

std::string nameOf(const SourcePlace& place) {
  return explain::shortFunction(explain::readableFunction(place.function));
}

std::string textOf(const SourcePlace& place) {
  std::string text = nameOf(place);
  if (text.empty())
    text = "?";
  const std::string file = place.file.substr(place.file.find_last_of('/') + 1);
  return place.line == 0 ? text : fmt::format("{}:{} {}", file, place.line, text);
}

struct Row {
  std::string left, right;
};

// Frames that only one side has stand alone in their row: inlined there, or not in this code.
std::vector<Row> align(const std::vector<SourcePlace>& left,
                       const std::vector<SourcePlace>& right) {
  std::vector<Row> rows;
  std::size_t i = 0;
  std::size_t j = 0;
  const auto same = [&](std::size_t a, std::size_t b) {
    return nameOf(left[a]) == nameOf(right[b]);
  };
  while (i < left.size() || j < right.size()) {
    if (i < left.size() && j < right.size() && !same(i, j)) {
      // The nearest partner of either decides which side waits.
      std::size_t ahead = 0;
      while (i + ahead < left.size() && !same(i + ahead, j))
        ++ahead;
      if (i + ahead < left.size()) {
        rows.push_back({textOf(left[i++]), ""});
        continue;
      }
      rows.push_back({"", textOf(right[j++])});
      continue;
    }
    rows.push_back(
        {i < left.size() ? textOf(left[i]) : "", j < right.size() ? textOf(right[j]) : ""});
    ++i;
    ++j;
  }
  return rows;
}

} // namespace

Lines stackTable(const std::vector<SourcePlace>& given,
                 const std::vector<SourcePlace>& produced,
                 std::size_t width) {
  if (given.empty() && produced.empty())
    return {};
  std::vector<Row> rows = align(given, produced);
  const std::size_t hidden = rows.size() > kMostFrames ? rows.size() - kMostFrames : 0;
  rows.resize(rows.size() - hidden);
  const std::size_t column = (width - 7) / 2; // two blanks, and " | " between the columns
  Lines lines{fmt::format("  {} | produced", padded("given", column))};
  for (const Row& row : rows)
    lines.push_back(fmt::format(
        "  {} | {}", padded(clipped(row.left, column), column), clipped(row.right, column)));
  if (hidden > 0)
    lines.push_back(fmt::format("  ... {}", counted(hidden, "more frame")));
  for (std::string& line : lines)
    line.erase(line.find_last_not_of(' ') + 1);
  return lines;
}

} // namespace heddle::report
