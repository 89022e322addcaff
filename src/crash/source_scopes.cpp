// SPDX-License-Identifier: Apache-2.0
#include "crash/source_scopes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include "crash/canonical_name.h"
#include "crash/function_name.h"
#include "crash/scan.h"

namespace heddle::crash {

namespace {

struct Token {
  std::string_view text;
  std::uint32_t line = 0;
};

// Names, `::`, and single other characters; without comments, literals and preprocessor lines.
class Tokens {
public:
  explicit Tokens(std::string_view text) : text_(text) {}

  std::optional<Token> next() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n' || c == ' ' || c == '\t' || c == '\r')
        step();
      else if (text_.substr(at_).starts_with("//") || (c == '#' && isFirstOfLine()))
        skipLine();
      else if (text_.substr(at_).starts_with("/*"))
        skipPast("*/", 2);
      else if (text_.substr(at_).starts_with("R\""))
        skipRaw();
      else if (c == '"' || c == '\'')
        skipLiteral(c);
      else
        return take();
    }
    return std::nullopt;
  }

private:
  void step() {
    line_ += text_[at_] == '\n' ? 1 : 0;
    ++at_;
  }
  bool isFirstOfLine() const {
    const std::size_t begin = text_.rfind('\n', at_);
    const std::size_t from = begin == std::string_view::npos ? 0 : begin + 1;
    return trimmed(text_.substr(from, at_ - from)).empty();
  }
  void skipLine() {
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) // continues
        step();
      step();
    }
  }
  void skipPast(std::string_view end, std::size_t from) {
    const std::size_t found = text_.find(end, at_ + from);
    const std::size_t to = found == std::string_view::npos ? text_.size() : found + end.size();
    while (at_ < to)
      step();
  }
  void skipRaw() {
    const std::size_t open = text_.find('(', at_);
    if (open == std::string_view::npos)
      return skipPast("\"", 2);
    const std::string end = ")" + std::string(text_.substr(at_ + 2, open - at_ - 2)) + "\"";
    skipPast(end, open - at_);
  }
  void skipLiteral(char quote) {
    for (step(); at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; step())
      if (text_[at_] == '\\' && at_ + 1 < text_.size())
        step();
    if (at_ < text_.size())
      step();
  }
  Token take() {
    const std::size_t begin = at_;
    const bool isNumber = isDigit(text_[at_]);
    if (isNameCharacter(text_[at_]))
      while (at_ < text_.size() &&
             (isNameCharacter(text_[at_]) || (isNumber && text_[at_] == '\''))) // 100'000
        ++at_;
    else
      at_ += text_.substr(at_).starts_with("::") ? 2 : 1;
    return {.text = text_.substr(begin, at_ - begin), .line = line_};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
};

bool isName(std::string_view token) {
  return isNameCharacter(token.front()) && !isDigit(token.front());
}

// Words that may precede a bracket without being a function.
bool isKeyword(std::string_view word) {
  static constexpr std::array<std::string_view, 13> kWords = {"if",
                                                              "for",
                                                              "while",
                                                              "switch",
                                                              "catch",
                                                              "alignas",
                                                              "decltype",
                                                              "noexcept",
                                                              "requires",
                                                              "explicit",
                                                              "__attribute__",
                                                              "sizeof",
                                                              "void"};
  return std::ranges::find(kWords, word) != kWords.end();
}

using Head = std::vector<Token>; // the tokens before a curly bracket

// The index after `template <...>`.
std::size_t afterTemplate(const Head& head) {
  std::size_t at = 0;
  while (at + 1 < head.size() && head[at].text == "template" && head[at + 1].text == "<") {
    int depth = 0;
    for (++at; at < head.size(); ++at) {
      depth += head[at].text == "<" ? 1 : head[at].text == ">" ? -1 : 0;
      if (depth == 0)
        break;
    }
    at = std::min(at + 1, head.size());
  }
  return at;
}

std::size_t find(const Head& head, std::string_view token, std::size_t from) {
  while (from < head.size() && head[from].text != token)
    ++from;
  return from;
}

std::string joined(std::string_view outer, std::string_view inner) {
  std::string name(outer);
  name += outer.empty() || inner.empty() ? "" : "::";
  name += inner;
  return name;
}

// "Ring<T>::" before index `at`, outermost first.
std::string scopeBefore(const Head& head, std::size_t at) {
  std::string scope;
  while (at >= 2 && head[at - 1].text == "::") {
    std::size_t name = at - 2;
    if (head[name].text == ">") {
      int depth = 1;
      while (depth > 0 && name > 0) {
        --name;
        depth += head[name].text == ">" ? 1 : head[name].text == "<" ? -1 : 0;
      }
      name -= name > 0 ? 1 : 0;
    }
    if (!isName(head[name].text))
      break;
    scope = joined(head[name].text, scope);
    at = name;
  }
  return scope;
}

struct NamedFunction {
  std::string scope, name;
};

std::optional<NamedFunction> functionOf(const Head& head) {
  const std::size_t from = afterTemplate(head);
  const std::size_t word = find(head, "operator", from);
  if (word < head.size()) {
    // `operator()` has brackets in its name.
    const bool isCall = word + 1 < head.size() && head[word + 1].text == "(";
    std::string name = isCall ? "operator()" : "operator";
    for (std::size_t i = word + 1; !isCall && i < head.size() && head[i].text != "("; ++i)
      name += head[i].text;
    return NamedFunction{.scope = scopeBefore(head, word), .name = std::move(name)};
  }
  for (std::size_t open = find(head, "(", from); open < head.size();
       open = find(head, "(", open + 1)) {
    if (open == from || !isName(head[open - 1].text) || isKeyword(head[open - 1].text))
      continue;
    std::size_t at = open - 1;
    std::string name(head[at].text);
    if (at > 0 && head[at - 1].text == "~") {
      name.insert(0, 1, '~');
      --at;
    }
    return NamedFunction{.scope = scopeBefore(head, at), .name = std::move(name)};
  }
  return std::nullopt;
}

// The class of `class Ring final : public Base`; nothing for anything else.
std::optional<std::string> classOf(const Head& head) {
  for (std::size_t i = afterTemplate(head); i < head.size(); ++i) {
    const std::string_view word = head[i].text;
    if (word == "(")
      return std::nullopt;
    if (word != "class" && word != "struct" && word != "union")
      continue;
    std::string name;
    for (++i; i < head.size() && head[i].text != ":" && head[i].text != "<"; ++i)
      if (isName(head[i].text) && head[i].text != "final" && head[i].text != "class")
        name = head[i].text;
    return name;
  }
  return std::nullopt;
}

// A member that a constructor initialises with curly brackets: `Ring() : size_{7}, next_(0) {`.
bool isInitialiser(const Head& head) {
  const std::size_t close = find(head, ")", 0);
  return close < head.size() && find(head, ":", close) < head.size() &&
         (isName(head.back().text) || head.back().text == ">") && head.back().text != "try";
}

// Whether this is the head of a lambda: `[this]`, `[](int i) mutable -> bool`. A subscript follows a name or a bracket.
bool isLambda(const Head& head) {
  for (std::size_t i = head.size(); i-- > 0;) {
    if (head[i].text != "[")
      continue;
    const std::string_view before = i == 0 ? "" : head[i - 1].text;
    const bool isSubscript =
        before == "]" || before == ")" || (!before.empty() && isName(before) && before != "return");
    return !isSubscript && find(head, "]", i) < head.size();
  }
  return false;
}

} // namespace

// Walks through the brackets of a file.
class SourceReader {
public:
  SourceReader(std::string_view text, SourceScopes& scopes) : tokens_(text), scopes_(scopes) {}

  void read() {
    while (const auto token = tokens_.next()) {
      if (token->text == "{")
        open(token->line);
      else if (token->text == "}")
        close(token->line);
      else if (token->text == ";")
        head_.clear();
      else
        head_.push_back(*token);
    }
  }

private:
  enum class Kind : unsigned char { Scope, Function, Lambda, Block, Initialiser };
  struct Open {
    Kind kind = Kind::Block;
    std::string scope;     // of the code inside
    std::size_t index = 0; // of the function or lambda in scopes_
  };

  void open(std::uint32_t line) {
    const std::string outer = open_.empty() ? "" : open_.back().scope;
    const bool isInFunction =
        std::ranges::any_of(open_, [](const Open& one) { return one.kind == Kind::Function; });
    Open opened{.kind = Kind::Block, .scope = outer};
    if (!head_.empty() && !isInFunction && isInitialiser(head_)) {
      open_.push_back({.kind = Kind::Initialiser, .scope = outer});
      return;
    }
    const bool isNamespace = find(head_, "namespace", 0) < head_.size();
    if (isNamespace) {
      opened.kind = Kind::Scope;
      for (std::size_t i = find(head_, "namespace", 0) + 1; i < head_.size(); ++i)
        if (isName(head_[i].text))
          opened.scope = joined(opened.scope, head_[i].text);
    } else if (const auto name = classOf(head_)) {
      opened.kind = Kind::Scope;
      opened.scope = joined(outer, *name);
    } else if (const auto function = isInFunction ? std::nullopt : functionOf(head_)) {
      opened.kind = Kind::Function;
      opened.index = scopes_.functions_.size();
      scopes_.functions_.push_back({.scope = joined(outer, function->scope),
                                    .name = function->name,
                                    .first = head_.front().line,
                                    .last = line});
    } else if (isInFunction && isLambda(head_)) {
      opened.kind = Kind::Lambda;
      opened.index = scopes_.lambdas_.size();
      scopes_.lambdas_.push_back({.first = line, .last = line});
    }
    open_.push_back(std::move(opened));
    head_.clear();
  }

  void close(std::uint32_t line) {
    if (open_.empty())
      return head_.clear();
    const Open closed = std::move(open_.back());
    open_.pop_back();
    if (closed.kind == Kind::Function)
      scopes_.functions_[closed.index].last = line;
    if (closed.kind == Kind::Lambda)
      scopes_.lambdas_[closed.index].last = line;
    if (closed.kind != Kind::Initialiser)
      head_.clear();
  }

  Tokens tokens_;
  SourceScopes& scopes_;
  Head head_;
  std::vector<Open> open_;
};

SourceScopes::SourceScopes(std::string_view text) {
  SourceReader(text, *this).read();
}

std::string SourceScopes::qualified(std::string_view function,
                                    std::uint32_t line,
                                    bool isCalledByLibrary) const {
  const auto hasLine = [line](const auto& lines) {
    return line >= lines.first && line <= lines.last;
  };
  const Function* around = nullptr;
  bool isItself = false;
  for (const Function& candidate : functions_)
    if (hasLine(candidate) && !isItself) {
      around = &candidate;
      isItself = candidate.name == function;
    }
  if (around == nullptr || (!isItself && function != "operator()"))
    return "";
  if (isItself && !(isCalledByLibrary && std::ranges::any_of(lambdas_, hasLine)))
    return joined(around->scope, around->name);
  return canonicalFunction(joined(around->scope, around->name) + "::{lambda()#1}");
}

void qualifyFunctions(model::CrashReport& report, const std::vector<SourceText>& sources) {
  std::map<std::string_view, SourceScopes> scopes; // by base name, read when needed
  for (model::ThreadStack& stack : report.stacks)
    for (std::size_t i = 0; i < stack.frames.size(); ++i) {
      model::CrashFrame& frame = stack.frames[i];
      const bool isCalledByLibrary =
          i + 1 < stack.frames.size() &&
          stack.frames[i + 1].origin == model::FrameOrigin::StandardLibrary;
      if (frame.origin != model::FrameOrigin::User || frame.function.empty() || frame.line == 0)
        continue;
      const FunctionName name = parseFunctionName(frame.function);
      const auto source = std::ranges::find(
          sources, baseName(frame.file), [](const SourceText& one) { return baseName(one.file); });
      if (!name.scope.empty() || source == sources.end())
        continue;
      const auto known = scopes.try_emplace(baseName(source->file), source->text).first;
      if (std::string full = known->second.qualified(name.name, frame.line, isCalledByLibrary);
          !full.empty())
        frame.function = std::move(full);
    }
}

} // namespace heddle::crash
