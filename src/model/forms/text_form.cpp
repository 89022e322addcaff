// SPDX-License-Identifier: Apache-2.0
#include "model/forms/text_form.h"

#include <algorithm>

#include "support/check.h"

namespace heddle::model {

namespace {

constexpr unsigned kMaxDepth = 16; // arbitrary; real files nest two deep

bool isBare(char c) {
  return c > ' ' && c < '\x7f' && c != '"' && c != '\\' && c != '{' && c != '}';
}

void appendQuoted(std::string& text, std::string_view word) {
  static constexpr std::string_view kHex = "0123456789abcdef";
  text += '"';
  for (char c : word) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      text += '\\';
      text += c;
    } else if (c == '\n') {
      text += "\\n";
    } else if (byte < 0x20 || byte == 0x7f) {
      text += "\\x";
      text += kHex[byte >> 4];
      text += kHex[byte & 15];
    } else {
      text += c;
    }
  }
  text += '"';
}

int hexDigit(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  return -1;
}

// Reads one escape sequence after its backslash. False when it is malformed.
bool readEscape(std::string_view& rest, std::string& word) {
  if (rest.empty())
    return false;
  const char c = rest.front();
  rest.remove_prefix(1);
  if (c == '"' || c == '\\') {
    word += c;
    return true;
  }
  if (c == 'n') {
    word += '\n';
    return true;
  }
  if (c != 'x' || rest.size() < 2 || hexDigit(rest[0]) < 0 || hexDigit(rest[1]) < 0)
    return false;
  word += static_cast<char>(hexDigit(rest[0]) * 16 + hexDigit(rest[1]));
  rest.remove_prefix(2);
  return true;
}

// Reads up to the closing quote; `rest` begins after the opening one.
bool readQuoted(std::string_view& rest, std::string& word) {
  while (!rest.empty()) {
    const char c = rest.front();
    rest.remove_prefix(1);
    if (c == '"')
      return rest.empty() || rest.front() == ' ';
    if (c != '\\')
      word += c;
    else if (!readEscape(rest, word))
      return false;
  }
  return false;
}

std::string_view nextLine(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

std::string textOf(TextReader::Versions versions) {
  const std::string newest = std::to_string(versions.newest);
  return versions.oldest == versions.newest
             ? "version " + newest
             : "versions " + std::to_string(versions.oldest) + " to " + newest;
}

std::string_view trimLeft(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of(' '), line.size()));
}

} // namespace

TextWriter::TextWriter(std::string_view what, int version) : version_(version) {
  text_ = "heddle ";
  text_ += what;
  text_ += ' ';
  text_ += std::to_string(version);
  text_ += '\n';
}

std::string TextWriter::finish() && {
  HEDDLE_CHECK(depth_ == 0) << depth_ << " records are still open";
  text_ += "end\n";
  return std::move(text_);
}

void TextWriter::beginLine(std::string_view key) {
  HEDDLE_CHECK(key == "}" || (!key.empty() && std::ranges::all_of(key, isBare)))
      << "`" << key << "` cannot be read back as a key";
  text_.append(std::size_t{2} * depth_, ' ');
  text_ += key;
}

void TextWriter::addWord(std::string_view word) {
  text_ += ' ';
  if (!word.empty() && std::ranges::all_of(word, isBare))
    text_ += word;
  else
    appendQuoted(text_, word);
}

void TextWriter::endLine() {
  text_ += '\n';
}

void TextWriter::openRecord(std::string_view key) {
  beginLine(key);
  text_ += " {\n";
  ++depth_;
  HEDDLE_CHECK(depth_ < kMaxDepth) << "no reader accepts records that nest this deep";
}

void TextWriter::closeRecord() {
  HEDDLE_CHECK(depth_ > 0) << "no record is open";
  --depth_;
  beginLine("}");
  endLine();
}

TextReader::TextReader(std::string_view text, std::string_view what, Versions versions) {
  parse(text, what, versions);
}

void TextReader::parse(std::string_view text, std::string_view what, Versions versions) {
  if (!parseHeader(nextLine(text), what, versions))
    return;
  std::vector<std::vector<Line>*> open{&lines_};
  unsigned number = 1;
  while (!text.empty() && error_.empty()) {
    const std::string_view line = trimLeft(nextLine(text));
    ++number;
    if (line == "end" && open.size() == 1) {
      if (!text.empty())
        fail(number + 1, "text after `end`");
      return;
    }
    if (!line.empty())
      parseLine(line, number, open);
  }
  fail(number, "the file is cut off: no `end`");
}

bool TextReader::parseHeader(std::string_view line, std::string_view what, Versions versions) {
  const std::string prefix = "heddle " + std::string(what) + " ";
  if (!line.starts_with(prefix)) {
    fail(1, "not a file of kind `heddle " + std::string(what) + "`");
    return false;
  }
  line.remove_prefix(prefix.size());
  if (FieldForm<int>::read(line, version_) && version_ >= versions.oldest &&
      version_ <= versions.newest)
    return true;
  fail(1,
       "version " + std::string(line.substr(0, 20)) + " of `" + std::string(what) +
           "` is not known; this heddle reads " + textOf(versions));
  return false;
}

void TextReader::parseLine(std::string_view line,
                           unsigned number,
                           std::vector<std::vector<Line>*>& open) {
  if (line == "}") {
    if (open.size() == 1)
      return fail(number, "`}` without `{`");
    open.pop_back();
    return;
  }
  Line parsed;
  parsed.number = number;
  parsed.key = line.substr(0, line.find(' '));
  parsed.fields = trimLeft(line.substr(parsed.key.size()));
  parsed.isRecord = parsed.fields == "{";
  open.back()->push_back(std::move(parsed));
  if (!open.back()->back().isRecord)
    return;
  if (open.size() == kMaxDepth)
    return fail(number, "records nest too deep");
  // The vector above is not appended to before this record is closed, so the pointer stays valid.
  open.push_back(&open.back()->back().children);
}

TextReader::Line* TextReader::take(std::string_view key) {
  auto& lines = *scope_.lines;
  const std::size_t count = error_.empty() ? lines.size() : 0;
  for (std::size_t tried = 0; tried < count; ++tried) {
    const std::size_t index = (scope_.next + tried) % count;
    Line& line = lines[index];
    if (line.taken || line.key != key)
      continue;
    line.taken = true;
    scope_.next = index + 1;
    return &line;
  }
  return nullptr;
}

bool TextReader::nextWord(const Line& line, Words& words, std::string& word) {
  std::string_view& rest = words.rest;
  rest = trimLeft(rest);
  word.clear();
  if (rest.empty() || !error_.empty())
    return false;
  if (rest.front() == '"') {
    rest.remove_prefix(1);
    if (!readQuoted(rest, word)) {
      fail(line, "malformed quoted field");
      return false;
    }
    return true;
  }
  const std::string_view bare = rest.substr(0, rest.find(' '));
  if (!std::ranges::all_of(bare, isBare)) {
    fail(line, "stray character in a field");
    return false;
  }
  word = bare;
  rest.remove_prefix(bare.size());
  return true;
}

void TextReader::fail(unsigned number, const std::string& why) {
  if (error_.empty())
    error_ = "line " + std::to_string(number) + ": " + why;
}

void TextReader::reportLeftOver(const std::vector<Line>& lines) {
  for (const auto& line : lines) {
    if (!line.taken)
      return fail(line, "unknown or repeated key `" + std::string(line.key.substr(0, 40)) + "`");
  }
}

Result<void> TextReader::finish() {
  reportLeftOver(lines_);
  if (!error_.empty())
    return Error{error_};
  return {};
}

std::vector<std::string_view> appendedTexts(std::string_view text, std::string_view what) {
  static constexpr std::string_view kEnd = "\nend\n";
  const std::string start = "\nheddle " + std::string(what) + " ";
  std::vector<std::string_view> records;
  std::size_t begin = text.find(start);
  while (begin != std::string_view::npos) {
    const std::size_t next = text.find(start, begin + 1);
    const std::string_view record = text.substr(begin + 1, next - begin - 1);
    if (const std::size_t end = record.find(kEnd); end != std::string_view::npos)
      records.push_back(record.substr(0, end + kEnd.size()));
    begin = next;
  }
  return records;
}

} // namespace heddle::model
