// SPDX-License-Identifier: Apache-2.0
#include "crash/text_lines.h"

#include <algorithm>
#include <map>
#include <utility>

#include "crash/scan.h"

namespace heddle::crash {

namespace {

constexpr std::size_t kMaxPrefix =
    200;                              // characters; a prefix is a time, a host, a program, a level
constexpr std::size_t kMaxShapes = 8; // different prefixes in one text with interleaved logs

constexpr std::size_t kMaxParts = 32; // lines into which one frame may be broken
constexpr std::size_t kMinWrapWidth = 60;

constexpr char kEscape = '\x1b';

// The length of an escape sequence at the start of `text`: CSI (`ESC [ ... letter`), or ESC and one character.
std::size_t escapeLength(std::string_view text) {
  if (text.size() < 2 || text[1] != '[')
    return std::min<std::size_t>(2, text.size());
  std::size_t end = 2;
  while (end < text.size() && (isDigit(text[end]) || text[end] == ';' || text[end] == '?'))
    ++end;
  return std::min(end + 1, text.size());
}

std::string clean(std::string_view raw) {
  std::string line;
  line.reserve(raw.size());
  for (std::size_t i = 0; i < raw.size();) {
    if (raw[i] == kEscape) {
      i += escapeLength(raw.substr(i));
      continue;
    }
    // A carriage return, or a byte of a binary file: the rest of it must not end a word.
    const auto byte = static_cast<unsigned char>(raw[i++]);
    if (byte >= 0x20 || byte == '\t')
      line += static_cast<char>(byte);
  }
  while (!line.empty() && isSpace(line.back()))
    line.pop_back();
  return line;
}

bool startsWord(std::string_view line, std::size_t at) {
  return at == 0 || isSpace(line[at - 1]) || line[at - 1] == ']' || line[at - 1] == ':' ||
         line[at - 1] == '|' || line[at - 1] == '>';
}

// `#12 `, `12# `, `12  name!name` or `1|12|` at `at`.
bool isFrameMark(std::string_view line, std::size_t at) {
  std::string_view rest = line.substr(at);
  if (takeLiteral(rest, "#"))
    return takeDecimal(rest) && !rest.empty() && isSpace(rest.front());
  if (!takeDecimal(rest))
    return false;
  if (takeLiteral(rest, "# "))
    return true;
  if (takeLiteral(rest, "|"))
    return takeDecimal(rest) && takeLiteral(rest, "|");
  if (!takeLiteral(rest, "  "))
    return false;
  skipSpaces(rest);
  const std::string_view word = takeWord(rest);
  const std::size_t mark = word.find('!');
  return mark != std::string_view::npos && mark > 0 && mark + 1 < word.size();
}

// The position of the first frame number of the line, npos if there is none near its start.
std::size_t frameMark(std::string_view line) {
  const std::size_t end = std::min(line.size(), kMaxPrefix);
  for (std::size_t at = 0; at < end; ++at)
    if ((line[at] == '#' || isDigit(line[at])) && startsWord(line, at) && isFrameMark(line, at))
      return at;
  return std::string_view::npos;
}

// Replaces digits by one `0` and blanks by one ` `: equal for the prefixes of one logger.
std::string shapeOf(std::string_view prefix) {
  std::string shape;
  for (const char c : prefix) {
    const char kept = isDigit(c) ? '0' : isSpace(c) ? ' ' : c;
    if ((kept != '0' && kept != ' ') || shape.empty() || shape.back() != kept)
      shape += kept;
  }
  return shape;
}

// The length of the start of `line` that has this shape; 0 if it does not have it.
std::size_t matchShape(std::string_view line, std::string_view shape) {
  std::size_t at = 0;
  for (const char wanted : shape) {
    const std::size_t begin = at;
    if (wanted == '0') {
      while (at < line.size() && isDigit(line[at]))
        ++at;
    } else if (wanted == ' ') {
      while (at < line.size() && isSpace(line[at]))
        ++at;
    } else if (at < line.size() && line[at] == wanted) {
      ++at;
    }
    if (at == begin)
      return 0;
  }
  return at;
}

// Longest first, so that a prefix that starts like another is tried before it.
std::vector<std::string> prefixShapes(const std::vector<std::string>& lines) {
  std::map<std::string, std::size_t> counts;
  std::size_t marked = 0;
  for (const auto& line : lines) {
    const std::size_t at = frameMark(line);
    if (at == std::string_view::npos)
      continue;
    ++marked;
    const std::string shape = shapeOf(trimmed(std::string_view(line).substr(0, at)));
    if (!shape.empty() && (counts.size() < 1000 || counts.contains(shape)))
      ++counts[shape];
  }
  std::vector<std::string> shapes;
  for (const auto& [shape, count] : counts)
    if (count > 1 || marked == 1)
      shapes.push_back(shape);
  std::ranges::sort(shapes, [&](const auto& a, const auto& b) {
    return std::pair(counts[b], a) < std::pair(counts[a], b);
  });
  shapes.resize(std::min(shapes.size(), kMaxShapes));
  std::ranges::sort(shapes, [](const auto& a, const auto& b) {
    return std::pair(b.size(), a) < std::pair(a.size(), b);
  });
  return shapes;
}

// Whether brackets of arguments are open, or the line ends where no name ends.
bool isUnfinished(std::string_view line) {
  std::int64_t open = 0;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != 0) {
      if (c == '\\')
        ++i;
      else if (c == quote)
        quote = 0;
    } else if (c == '"') {
      quote = c;
    } else if (c == '(' || c == '{') {
      ++open;
    } else if (c == ')' || c == '}') {
      --open;
    }
  }
  return open > 0 || line.ends_with(',') || line.ends_with("::") || line.ends_with('<') ||
         line.ends_with(" in") || line.ends_with(" at") || line.ends_with(" from") ||
         line.ends_with(" void");
}

// Whether this is the source location or the module of a frame.
bool startsLastPart(std::string_view words) {
  return words.starts_with("at ") || words.starts_with("from ") || words.starts_with('/') ||
         words.starts_with("(/") || words.starts_with("(BuildId") || words.starts_with("(this=") ||
         words.starts_with("const (");
}

// A terminal breaks several lines at the same column; lines that are just long end at different columns.
std::size_t wrapWidth(const std::vector<std::string>& lines) {
  std::size_t longest = 0, count = 0;
  for (const auto& line : lines) {
    if (line.size() > longest)
      count = 0;
    longest = std::max(longest, line.size());
    count += line.size() == longest ? 1 : 0;
  }
  return longest >= kMinWrapWidth && count > 1 ? longest : 0;
}

} // namespace

bool isEscaped(std::string_view text) {
  text = text.substr(0, kMaxText);
  std::size_t escapes = 0;
  for (std::size_t at = text.find("\\n"); at != std::string_view::npos;
       at = text.find("\\n", at + 2))
    ++escapes;
  return escapes > static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

std::string unescaped(std::string_view text) {
  text = text.substr(0, kMaxText);
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      plain += text[i];
      continue;
    }
    const char c = text[++i];
    plain += c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
  }
  return plain;
}

TextLines splitText(std::string_view text) {
  TextLines result;
  result.cut = text.size() > kMaxText;
  text = text.substr(0, kMaxText);
  while (!text.empty()) {
    if (result.lines.size() == kMaxLines) {
      result.cut = true;
      break;
    }
    const std::size_t end = std::min(text.find('\n'), text.size());
    result.cut = result.cut || end > kMaxLine;
    result.lines.push_back(clean(text.substr(0, std::min(end, kMaxLine))));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  result.wrapWidth = wrapWidth(result.lines);
  return result;
}

void stripLogPrefixes(TextLines& text) {
  const auto shapes = prefixShapes(text.lines);
  if (shapes.empty())
    return;
  for (auto& line : text.lines) {
    const std::size_t indent = line.size() - [&] {
      std::string_view rest = line;
      skipSpaces(rest);
      return rest.size();
    }();
    for (const auto& shape : shapes) {
      const std::size_t length = matchShape(std::string_view(line).substr(indent), shape);
      if (length == 0)
        continue;
      // One blank belongs to the prefix, more are indentation.
      const std::size_t end = indent + length;
      line.erase(0, end < line.size() && isSpace(line[end]) ? end + 1 : end);
      break;
    }
  }
  text.wrapWidth = wrapWidth(text.lines);
}

std::string
joinWrapped(const TextLines& text, std::size_t& index, bool (*startsAnew)(std::string_view line)) {
  std::string joined = text.lines[index];
  for (std::size_t parts = 1; parts < kMaxParts && index + 1 < text.lines.size(); ++parts) {
    const std::string& last = text.lines[index];
    const std::string& next = text.lines[index + 1];
    const std::string_view words = trimmed(next);
    if (words.empty() || startsAnew(words) || joined.size() + next.size() > kMaxLine)
      break;
    const bool brokenByWidth = last.size() == text.wrapWidth && !isSpace(next.front());
    if (!brokenByWidth && !isUnfinished(joined) && !startsLastPart(words))
      break;
    if (!brokenByWidth)
      joined += ' ';
    joined += brokenByWidth ? std::string_view(next) : words;
    ++index;
  }
  return joined;
}

} // namespace heddle::crash
