// SPDX-License-Identifier: Apache-2.0
// The line-based file form that all model values share (docs/trace-format.md):
//
//   heddle trace 1                      what, and the version of its form
//   kind use-after-free                 key and fields; a field is a bare word or "quoted"
//   event 17 2 load 4 1 4 1 0 5 0
//   blocked {                           a record inside the record
//     thread 1
//   }
//   end                                 a file without it was cut off
//
// A type T says once what it consists of,
//
//   template <typename Form, Is<T> Value>
//   void describe(Form& form, Value& value) { form.field("kind", value.kind); ... }
//
// and both TextWriter and TextReader run that description, so that writing and reading cannot
// disagree. Order of keys is free when reading and a missing key leaves the default; an unknown key, a
// wrong number of fields, a malformed field or brace, an unknown version is an error with its line.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/result.h"

namespace heddle::model {

template <typename T, typename U>
concept Is = std::same_as<std::remove_const_t<T>, U>;

// How one field is written as a word and read back. Specialise for enums and other types.
template <typename T>
struct FieldForm;

template <>
struct FieldForm<std::string> {
  static std::string write(const std::string& value) { return value; }
  static bool read(std::string_view word, std::string& value) {
    value = word;
    return true;
  }
};

template <>
struct FieldForm<bool> {
  static std::string write(bool value) { return value ? "1" : "0"; }
  static bool read(std::string_view word, bool& value) {
    value = word == "1";
    return word == "0" || word == "1";
  }
};

// Decimal; floating point in the shortest form that reads back as the same value.
template <typename T>
  requires(std::is_arithmetic_v<T> && !std::same_as<T, bool>)
struct FieldForm<T> {
  static std::string write(T value) {
    std::array<char, 64> buffer{};
    char* const end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
  }
  static bool read(std::string_view word, T& value) {
    const auto result = std::from_chars(word.data(), word.data() + word.size(), value);
    return result.ec == std::errc() && result.ptr == word.data() + word.size();
  }
};

class TextWriter {
public:
  TextWriter(std::string_view what, int version);

  int version() const { return version_; }
  void skip(std::string_view /*key*/) {}

  template <typename... Fields>
  void field(std::string_view key, const Fields&... fields) {
    beginLine(key);
    (addWord(FieldForm<Fields>::write(fields)), ...);
    endLine();
  }
  // Any number of fields on one line.
  template <typename T>
  void list(std::string_view key, const std::vector<T>& values) {
    beginLine(key);
    for (const auto& value : values)
      addWord(FieldForm<T>::write(value));
    endLine();
  }
  template <typename T>
  void lists(std::string_view key, const std::vector<std::vector<T>>& values) {
    for (const auto& value : values)
      list(key, value);
  }
  // One line per element; `tieFields(element)` is a tuple of references to what the line holds.
  template <typename T, typename TieFields>
  void rows(std::string_view key, const std::vector<T>& values, TieFields tieFields) {
    for (const auto& value : values) {
      std::apply([&](const auto&... fields) { field(key, fields...); }, tieFields(value));
    }
  }
  template <typename T>
  void record(std::string_view key, const T& value) {
    openRecord(key);
    describe(*this, value);
    closeRecord();
  }
  template <typename T>
  void records(std::string_view key, const std::vector<T>& values) {
    for (const auto& value : values)
      record(key, value);
  }

  std::string finish() &&;

private:
  void beginLine(std::string_view key);
  void addWord(std::string_view word);
  void endLine();
  void openRecord(std::string_view key);
  void closeRecord();

  int version_;
  std::string text_;
  unsigned depth_ = 0;
};

class TextReader {
public:
  // The versions of a form that can be read.
  struct Versions {
    int oldest, newest;
  };
  // Reads the header and the structure of `text`, which must outlive the reader.
  TextReader(std::string_view text, std::string_view what, Versions versions);

  // Of the text; a description may depend on it.
  int version() const { return version_; }
  // Passes over every line and record with a key that newer versions do not have, or have in another form.
  void skip(std::string_view key) {
    while (take(key) != nullptr) {
    }
  }

  template <typename... Fields>
  void field(std::string_view key, Fields&... fields) {
    if (const Line* line = take(key))
      readFields(*line, fields...);
  }
  template <typename T>
  void list(std::string_view key, std::vector<T>& values) {
    if (const Line* line = take(key))
      readList(*line, values);
  }
  template <typename T>
  void lists(std::string_view key, std::vector<std::vector<T>>& values) {
    values.clear();
    scope_.next = 0;
    while (const Line* line = take(key))
      readList(*line, values.emplace_back());
  }
  template <typename T, typename TieFields>
  void rows(std::string_view key, std::vector<T>& values, TieFields tieFields) {
    values.clear();
    scope_.next = 0;
    while (const Line* line = take(key)) {
      std::apply([&](auto&... fields) { readFields(*line, fields...); },
                 tieFields(values.emplace_back()));
    }
  }
  template <typename T>
  void record(std::string_view key, T& value) {
    if (const Line* line = take(key))
      readRecord(*line, value);
  }
  template <typename T>
  void records(std::string_view key, std::vector<T>& values) {
    values.clear();
    scope_.next = 0;
    while (const Line* line = take(key))
      readRecord(*line, values.emplace_back());
  }

  // After `describe`: nothing went wrong and nothing is left over.
  Result<void> finish();

private:
  struct Line {
    std::string_view key;
    std::string_view fields;
    unsigned number = 0;
    bool isRecord = false;
    bool taken = false;
    std::vector<Line> children; // of a record
  };
  struct Words {
    std::string_view rest;
  };
  // The record being described, and where the search for the next key begins: after the line taken
  // last, which keeps reading a long list linear.
  struct Scope {
    std::vector<Line>* lines;
    std::size_t next = 0;
  };

  void parse(std::string_view text, std::string_view what, Versions versions);
  bool parseHeader(std::string_view line, std::string_view what, Versions versions);
  void parseLine(std::string_view line, unsigned number, std::vector<std::vector<Line>*>& open);
  Line* take(std::string_view key);
  bool nextWord(const Line& line, Words& words, std::string& word);
  void fail(const Line& line, const std::string& why) { fail(line.number, why); }
  void fail(unsigned number, const std::string& why);
  void reportLeftOver(const std::vector<Line>& lines);

  template <typename... Fields>
  void readFields(const Line& line, Fields&... fields) {
    if (line.isRecord)
      return fail(line, "`" + std::string(line.key) + "` is not a record");
    Words words{line.fields};
    (readField(line, words, fields), ...);
    std::string extra;
    if (nextWord(line, words, extra))
      fail(line, "too many fields for `" + std::string(line.key) + "`");
  }
  template <typename T>
  void readField(const Line& line, Words& words, T& value) {
    std::string word;
    if (!nextWord(line, words, word))
      return fail(line, "too few fields for `" + std::string(line.key) + "`");
    if (!FieldForm<T>::read(word, value))
      fail(line, "malformed field `" + word + "`");
  }
  template <typename T>
  void readList(const Line& line, std::vector<T>& values) {
    if (line.isRecord)
      return fail(line, "`" + std::string(line.key) + "` is not a record");
    values.clear();
    Words words{line.fields};
    std::string word;
    while (nextWord(line, words, word)) {
      if (!FieldForm<T>::read(word, values.emplace_back()))
        fail(line, "malformed field `" + word + "`");
    }
  }
  template <typename T>
  void readRecord(const Line& line, T& value) {
    if (!line.isRecord)
      return fail(line, "`" + std::string(line.key) + "` must be a record");
    const Scope outer = std::exchange(scope_, Scope{.lines = &const_cast<Line&>(line).children});
    describe(*this, value);
    reportLeftOver(line.children);
    scope_ = outer;
  }

  int version_ = 0;
  std::vector<Line> lines_;
  Scope scope_{.lines = &lines_};
  std::string error_; // the first one, "" when none
};

template <typename T>
std::string writeText(std::string_view what, const T& value) {
  TextWriter writer(what, T::kVersion);
  describe(writer, value);
  return std::move(writer).finish();
}

// A type whose older forms can still be read says so with kOldestVersion.
template <typename T>
constexpr TextReader::Versions readableVersions() {
  if constexpr (requires { T::kOldestVersion; })
    return {.oldest = T::kOldestVersion, .newest = T::kVersion};
  else
    return {.oldest = T::kVersion, .newest = T::kVersion};
}

template <typename T>
Result<T> readText(std::string_view text, std::string_view what) {
  TextReader reader(text, what, readableVersions<T>());
  T value;
  describe(reader, value);
  if (auto done = reader.finish(); !done)
    return done.error();
  return value;
}

// For files to which records are appended one by one. Begins with an empty line: after the writer was killed while it
// wrote, the next record must not continue the torn line.
template <typename T>
std::string writeAppendable(std::string_view what, const T& value) {
  return "\n" + writeText(what, value);
}

// The texts of such records; torn ones are left out.
std::vector<std::string_view> appendedTexts(std::string_view text, std::string_view what);

template <typename T>
std::vector<T> readAppended(std::string_view text, std::string_view what) {
  std::vector<T> records;
  for (const std::string_view record : appendedTexts(text, what))
    if (auto parsed = readText<T>(record, what))
      records.push_back(std::move(*parsed));
  return records;
}

} // namespace heddle::model
