// SPDX-License-Identifier: Apache-2.0
#include "report/source_snippet.h"

#include <algorithm>
#include <cctype>
#include <fmt/core.h>
#include <map>
#include <optional>
#include <ranges>

#include "explain/source_text.h"
#include "report/words/step_text.h"

namespace heddle::report {

using model::Finding;
using model::SourcePlace;

namespace {

constexpr std::size_t kMaxLines = 4;  // of source; more belongs into the table
constexpr std::size_t kMaxLabels = 3; // on one underline

bool isWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

struct Mark {
  Underline underline;
  bool primary = false;
  std::vector<std::string> labels;
};

// A line of source to show, with its marks from left to right.
struct MarkedLine {
  std::string text;
  std::vector<Mark> marks;
  bool primary = false;
};

using LineKey = std::pair<std::string, std::uint32_t>; // file, number

class Snippet {
public:
  Snippet(const Finding& finding, explain::SourceFiles& sources)
      : finding_(finding), sources_(sources) {
    const StepWords words(finding);
    for (const auto& step : std::ranges::reverse_view(finding.steps)) {
      if (step.essential)
        add(step.place, words.object(step.object), words.label(step));
    }
    addLocation();
    for (auto& [key, line] : lines_) {
      for (auto& mark : line.marks)
        std::ranges::reverse(mark.labels);
      std::ranges::sort(line.marks, [](const Mark& a, const Mark& b) {
        return a.underline.begin > b.underline.begin;
      });
    }
  }

  // The file of the finding first, then the others.
  std::vector<std::pair<LineKey, MarkedLine>> inOrder() const {
    std::vector<std::pair<LineKey, MarkedLine>> result(lines_.begin(), lines_.end());
    const auto rank = [&](const LineKey& key) {
      return std::pair(key.first != finding_.location.file, key);
    };
    std::ranges::sort(result,
                      [&](const auto& a, const auto& b) { return rank(a.first) < rank(b.first); });
    return result;
  }

private:
  void add(const SourcePlace& place, std::string_view variable, std::string label) {
    const LineKey key{place.file, place.line};
    if (!lines_.contains(key)) {
      // One line is kept free for the place of the finding itself.
      const LineKey location{finding_.location.file, finding_.location.line};
      const bool full = lines_.size() + (lines_.contains(location) ? 0 : 1) >= kMaxLines;
      if (full && key != location)
        return;
      const std::string_view text = sources_.line(place.file, place.line);
      if (text.empty())
        return;
      lines_[key].text = printable(text);
    }
    MarkedLine& line = lines_[key];
    Mark& mark = markAt(line, underlineIn(line.text, place.column, variable));
    const bool known = std::ranges::find(mark.labels, label) != mark.labels.end();
    if (!label.empty() && !known && mark.labels.size() < kMaxLabels)
      mark.labels.push_back(std::move(label));
  }

  static Mark& markAt(MarkedLine& line, Underline underline) {
    for (auto& mark : line.marks) {
      if (mark.underline == underline)
        return mark;
    }
    line.marks.push_back({underline, false, {}});
    return line.marks.back();
  }

  void addLocation() {
    const SourcePlace& place = finding_.location;
    const LineKey key{place.file, place.line};
    const bool marked = lines_.contains(key);
    if (!marked)
      add(place, "", "");
    const auto found = lines_.find(key);
    if (found == lines_.end())
      return;
    MarkedLine& line = found->second;
    line.primary = true;
    const std::size_t column = place.column > 0 ? place.column - 1 : 0;
    const auto nearest = std::ranges::min_element(line.marks, [&](const Mark& a, const Mark& b) {
      return distance(a.underline, column) < distance(b.underline, column);
    });
    nearest->primary = true;
  }

  static std::size_t distance(Underline underline, std::size_t column) {
    if (column < underline.begin)
      return underline.begin - column;
    const std::size_t end = underline.begin + underline.length;
    return column >= end ? column - end + 1 : 0;
  }

  const Finding& finding_;
  explain::SourceFiles& sources_;
  std::map<LineKey, MarkedLine> lines_;
};

// The occurrence of `word` in `line` nearest to `at`, as a whole word.
std::optional<std::size_t>
nearestWord(std::string_view line, std::size_t at, std::string_view word) {
  std::optional<std::size_t> best;
  if (word.empty())
    return best;
  const auto distance = [&](std::size_t i) { return i > at ? i - at : at - i; };
  for (std::size_t i = line.find(word); i != std::string_view::npos; i = line.find(word, i + 1)) {
    const std::size_t end = i + word.size();
    const bool begins = i == 0 || !isWord(line[i - 1]) || !isWord(word.front());
    const bool ends = end >= line.size() || !isWord(line[end]) || !isWord(word.back());
    if (begins && ends && (!best || distance(i) < distance(*best)))
      best = i;
  }
  return best;
}

std::string joined(const std::vector<std::string>& labels) {
  std::string text;
  for (const auto& label : labels)
    text += (text.empty() ? "" : "; ") + label;
  return text;
}

void appendMark(Lines& lines,
                const Mark& mark,
                const std::string& gutter,
                std::size_t width,
                const Paint& paint) {
  const std::string sign(mark.underline.length, mark.primary ? '^' : '-');
  const std::string before = gutter + " " + std::string(mark.underline.begin, ' ');
  const std::size_t used = before.size() + sign.size() + 1;
  std::string label = joined(mark.labels);
  const std::string painted = mark.primary ? paint.error(sign) : paint.help(sign);
  if (columnsOf(label) + used <= width) {
    lines.push_back(before + painted + (label.empty() ? "" : " " + label));
    return;
  }
  // No room next to the underline: the label goes below it, as far left as it needs.
  lines.push_back(before + painted);
  const std::size_t room = width - gutter.size() - 1;
  label = clipped(label, room);
  const std::size_t indent = std::min(mark.underline.begin, room - columnsOf(label));
  lines.push_back(gutter + " " + std::string(indent, ' ') + label);
}

} // namespace

Underline underlineIn(std::string_view line, unsigned column, std::string_view variable) {
  const std::size_t at = column > 0 ? column - 1 : 0;
  for (const std::string& name : {std::string(variable), explain::objectAt(line, column)}) {
    if (const auto found = nearestWord(line, at, name))
      return {.begin = *found, .length = name.size()};
  }
  if (column == 0 || at >= line.size()) {
    const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
    return {.begin = begin, .length = std::max<std::size_t>(1, line.size() - begin)};
  }
  std::size_t end = at;
  while (end < line.size() && isWord(line[end]))
    ++end;
  return {.begin = at, .length = std::max<std::size_t>(1, end - at)};
}

Lines sourceSnippet(const Finding& finding,
                    explain::SourceFiles& sources,
                    std::size_t width,
                    const Paint& paint) {
  const auto marked = Snippet(finding, sources).inOrder();
  if (marked.empty())
    return {};
  std::size_t digits = 2;
  for (const auto& [key, line] : marked)
    digits = std::max(digits, std::to_string(key.second).size());
  const std::string gutter = std::string(digits, ' ') + " |";
  Lines lines{gutter};
  std::string file = finding.location.file;
  for (const auto& [key, line] : marked) {
    if (key.first != file)
      lines.push_back(fmt::format("{} ::: {}", std::string(digits, ' '), key.first));
    file = key.first;
    const std::size_t room = width > digits + 3 ? width - digits - 3 : 1;
    lines.push_back(fmt::format("{:>{}} | {}", key.second, digits, clipped(line.text, room)));
    for (const auto& mark : line.marks) {
      if (mark.underline.begin + mark.underline.length <= room)
        appendMark(lines, mark, gutter, width, paint);
    }
  }
  return lines;
}

} // namespace heddle::report
