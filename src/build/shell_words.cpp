// SPDX-License-Identifier: Apache-2.0
#include "build/shell_words.h"

#include <fmt/core.h>

namespace heddle::build {

namespace {

class Splitter {
public:
  explicit Splitter(std::string_view text) : text_(text) {}

  Result<std::vector<std::string>> split() {
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        finishWord();
      } else if (c == '\'' || c == '"') {
        if (!takeQuoted(c))
          return Error{fmt::format("unbalanced quote in: {}", text_)};
      } else if (c == '\\' && at_ + 1 < text_.size()) {
        take(text_[++at_]);
      } else {
        take(c);
      }
    }
    finishWord();
    return std::move(words_);
  }

private:
  void take(char c) {
    word_ += c;
    inWord_ = true;
  }

  void finishWord() {
    if (inWord_)
      words_.push_back(std::move(word_));
    word_.clear();
    inWord_ = false;
  }

  // Enters at the opening quote, leaves at the closing one. An empty pair of quotes is a word.
  bool takeQuoted(char quote) {
    inWord_ = true;
    for (++at_; at_ < text_.size(); ++at_) {
      char c = text_[at_];
      if (c == quote)
        return true;
      const bool escaped =
          c == '\\' && quote == '"' && at_ + 1 < text_.size() &&
          std::string_view("\"\\$`").find(text_[at_ + 1]) != std::string_view::npos;
      if (escaped)
        c = text_[++at_];
      word_ += c;
    }
    return false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string word_;
  bool inWord_ = false;
  std::vector<std::string> words_;
};

bool needsQuotes(const std::string& word) {
  if (word.empty())
    return true;
  return word.find_first_of(" \t\n'\"\\$`;&|<>()*?[]#~!{}") != std::string::npos;
}

} // namespace

Result<std::vector<std::string>> splitShellWords(std::string_view text) {
  return Splitter(text).split();
}

std::string joinShellWords(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty())
      line += ' ';
    if (!needsQuotes(word)) {
      line += word;
      continue;
    }
    line += '\'';
    for (const char c : word) {
      if (c == '\'')
        line += "'\\''";
      else
        line += c;
    }
    line += '\'';
  }
  return line;
}

} // namespace heddle::build
