// SPDX-License-Identifier: Apache-2.0
#include "crash/canonical_name.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "crash/brackets.h"
#include "crash/demangle.h"
#include "crash/function_name.h"
#include "crash/scan.h"

namespace heddle::crash {

namespace {

constexpr std::size_t kMaxNesting = 200; // brackets; deeper names are cut there
constexpr std::size_t kMaxPlaceholders = 16;
constexpr std::size_t kMaxTails = 4; // consecutive `[clone ...]`
constexpr std::size_t kLongestCast = std::string_view("<(unsigned long long)").size();

constexpr std::array<std::string_view, 6> kInlineNamespaces = {
    "__cxx11", "__1", "__2", "__ndk1", "_V2", "__cxx1998"};
// Template arguments that are defaults wherever the standard library has them last.
constexpr std::array<std::string_view, 6> kDefaultArguments = {"std::allocator<",
                                                               "std::char_traits<",
                                                               "std::less<",
                                                               "std::hash<",
                                                               "std::equal_to<",
                                                               "std::default_delete<"};

template <std::size_t N>
bool isOneOf(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

// Rewrites a name token by token into `out_`, in one pass.
class Rewriter {
public:
  explicit Rewriter(std::string_view text) : text_(text) { levels_.emplace_back(); }

  std::string run() {
    while (at_ < text_.size() && levels_.size() < kMaxNesting)
      step();
    while (levels_.size() > 1)
      leave();
    flushConst();
    return std::move(out_);
  }

private:
  struct Level {
    std::size_t open = 0;               // where its bracket is in `out_`
    std::vector<std::size_t> arguments; // where each argument ends and the next begins in `out_`
    bool angle = false;
    bool constHeld = false; // a `const` in front of a type waits for the end of the type
  };

  void step() {
    const char c = text_[at_];
    if (isSpace(c)) {
      blank_ = true;
      ++at_;
    } else if (isNameCharacter(c) || c == '~') {
      word();
    } else if (anonymous()) {
      // done
    } else if (text_.substr(at_).starts_with("->")) {
      put("->");
      at_ += 2;
    } else {
      symbol(c);
    }
  }

  void symbol(char c) {
    ++at_;
    if (c == '(' || c == '{' || c == '[' || (c == '<' && !isCompared(out_))) {
      put(c);
      levels_.push_back({.open = out_.size() - 1, .arguments = {}, .angle = c == '<'});
    } else if (c == '>' || c == ')' || c == '}' || c == ']') {
      if (levels_.size() > 1 && (c != '>' || levels_.back().angle))
        leave();
      put(c);
      if (c == '>')
        abbreviate();
    } else if (c == ',') {
      flushConst();
      levels_.back().arguments.push_back(out_.size());
      put(", ");
    } else {
      if (c == '&' || c == '*')
        flushConst();
      put(c);
    }
    blank_ = false;
  }

  // Closes the innermost bracket: drops default arguments.
  void leave() {
    flushConst();
    Level& level = levels_.back();
    while (level.angle && !level.arguments.empty()) {
      const std::size_t end = level.arguments.back();
      const std::string_view argument = std::string_view(out_).substr(end + 2);
      const bool isDefault = std::ranges::any_of(
          kDefaultArguments, [&](std::string_view start) { return argument.starts_with(start); });
      if (!isDefault)
        break;
      out_.resize(end);
      level.arguments.pop_back();
    }
    levels_.pop_back();
  }

  void abbreviate() {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kShort = {
        {{"std::basic_string<char>", "std::string"},
         {"std::basic_string_view<char>", "std::string_view"}}};
    for (const auto& [full, brief] : kShort) {
      if (!out_.ends_with(full))
        continue;
      out_.resize(out_.size() - full.size());
      out_ += brief;
    }
  }

  bool anonymous() {
    for (const std::string_view spelling : {kAnonymous,
                                            std::string_view("{anonymous}"),
                                            std::string_view("<unnamed>"),
                                            std::string_view("`anonymous namespace'"),
                                            std::string_view("`anonymous-namespace'")}) {
      if (!text_.substr(at_).starts_with(spelling))
        continue;
      at_ += spelling.size();
      space();
      put(kAnonymous);
      return true;
    }
    return false;
  }

  void word() {
    std::size_t end = at_ + 1;
    while (end < text_.size() && isNameCharacter(text_[end]))
      ++end;
    const std::string_view name = text_.substr(at_, end - at_);
    const bool scopeFollows = text_.substr(end).starts_with("::");
    if (isOneOf(kInlineNamespaces, name) && scopeFollows && out_.ends_with("::")) {
      at_ = end + 2;
      return;
    }
    if (isDigit(name.front())) {
      number(name);
    } else if (name == "const" && isAtArgumentStart()) {
      levels_.back().constHeld = levels_.size() > 1;
    } else if ((name == "class" || name == "struct" || name == "enum") && end < text_.size() &&
               isSpace(text_[end])) {
      // carries no information
    } else if (isIntegerWord(name)) {
      integer();
      return;
    } else {
      space();
      put(name == "_GLOBAL__N_1" ? kAnonymous : name);
      if (name == "operator")
        end += operatorName(end);
    }
    at_ = end;
    blank_ = false;
  }

  // Copies the symbol after `operator` and returns its length in the text.
  std::size_t operatorName(std::size_t begin) {
    std::string_view rest = text_.substr(begin);
    skipSpaces(rest);
    const std::string_view symbolText = operatorSymbol(rest);
    if (symbolText.empty())
      return 0;
    put(symbolText);
    std::string_view behindIt = rest.substr(symbolText.size());
    skipSpaces(behindIt);
    if (behindIt.starts_with('<'))
      put(' '); // otherwise it would be read as a part of the name
    return text_.size() - begin - rest.size() + symbolText.size();
  }

  // `4ul` and `(unsigned long)4` are `4`.
  void number(std::string_view digits) {
    while (digits.size() > 1 && contains("uUlL", digits.substr(digits.size() - 1)) &&
           !digits.starts_with("0x"))
      digits.remove_suffix(1);
    if (out_.ends_with(')')) {
      const std::size_t from = out_.size() - std::min(out_.size(), kLongestCast);
      const std::string_view tail = std::string_view(out_).substr(from);
      const std::size_t open = tail.rfind('(');
      if (open != std::string_view::npos && open > 0 && contains("< ", tail.substr(open - 1, 1)) &&
          !contains(tail.substr(open), "::"))
        out_.resize(from + open);
    }
    put(digits);
  }

  static bool isIntegerWord(std::string_view word) {
    static constexpr std::array<std::string_view, 6> kWords = {
        "unsigned", "signed", "long", "short", "int", "char"};
    return isOneOf(kWords, word);
  }

  // `long unsigned int` is `unsigned long`.
  void integer() {
    std::map<std::string_view, int> seen;
    while (at_ < text_.size()) {
      std::string_view rest = text_.substr(at_);
      skipSpaces(rest);
      std::size_t length = 0;
      while (length < rest.size() && isNameCharacter(rest[length]))
        ++length;
      if (!isIntegerWord(rest.substr(0, length)))
        break;
      ++seen[rest.substr(0, length)];
      at_ = text_.size() - rest.size() + length;
    }
    space();
    if (seen.contains("unsigned"))
      put("unsigned ");
    else if (seen.contains("signed") && seen.contains("char"))
      put("signed ");
    put(seen.contains("char")    ? "char"
        : seen.contains("short") ? "short"
        : seen["long"] > 1       ? "long long"
        : seen["long"] > 0       ? "long"
                                 : "int");
    blank_ = false;
  }

  bool isAtArgumentStart() const {
    const Level& level = levels_.back();
    if (levels_.size() == 1)
      return out_.empty();
    const std::size_t start = level.arguments.empty() ? level.open + 1 : level.arguments.back() + 2;
    return out_.size() == start && !level.constHeld;
  }

  void flushConst() {
    if (!levels_.back().constHeld)
      return;
    levels_.back().constHeld = false;
    out_ += " const";
  }

  // Before a word: keeps the blank of the text only where two words would be joined without it.
  void space() {
    const bool joins = !out_.empty() && (isNameCharacter(out_.back()) ||
                                         contains(")>&*}]'", std::string_view(&out_.back(), 1)));
    if (blank_ && joins)
      out_ += ' ';
    blank_ = false;
  }

  void put(std::string_view token) { out_ += token; }
  void put(char c) { out_ += c; }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string out_;
  std::vector<Level> levels_; // the outermost is the text itself
  bool blank_ = false;        // blanks were read since the last token
};

// `[with T = int; int N = 4]`, as in gcc's __PRETTY_FUNCTION__: the meaning of each placeholder.
std::map<std::string_view, std::string_view> placeholders(std::string_view list) {
  std::map<std::string_view, std::string_view> meanings;
  while (!list.empty() && meanings.size() < kMaxPlaceholders) {
    const std::size_t end = std::min(list.find(';'), list.size());
    const std::string_view item = list.substr(0, end);
    if (const std::size_t equals = item.find(" = "); equals != std::string_view::npos) {
      const std::string_view name = trimmed(item.substr(0, equals));
      meanings[name.substr(name.rfind(' ') + 1)] = trimmed(item.substr(equals + 3));
    }
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return meanings;
}

std::string replaceWords(std::string_view text,
                         const std::map<std::string_view, std::string_view>& meanings) {
  std::string result;
  for (std::size_t i = 0; i < text.size() && result.size() < kMaxName;) {
    std::size_t end = i;
    while (end < text.size() && isNameCharacter(text[end]))
      ++end;
    if (end == i)
      ++end;
    const std::string_view word = text.substr(i, end - i);
    const auto meaning = meanings.find(word);
    result += meaning == meanings.end() ? word : meaning->second;
    i = end;
  }
  return result;
}

// Removes what follows a function: clones, offsets, the meaning of placeholders.
std::string withoutTail(std::string_view name) {
  if (name.ends_with(']')) {
    if (const std::size_t with = name.find(" [with "); with != std::string_view::npos)
      return replaceWords(name.substr(0, with),
                          placeholders(name.substr(with + 7, name.size() - with - 8)));
  }
  for (std::size_t tails = 0; tails < kMaxTails; ++tails) {
    for (const std::string_view mark : {" [", " (."}) {
      const char closer = mark[1] == '[' ? ']' : ')';
      const std::size_t at = name.rfind(mark);
      if (name.ends_with(closer) && !name.ends_with("[]") && at != std::string_view::npos)
        name = trimmed(name.substr(0, at));
    }
  }
  for (const std::string_view mark :
       {".cold", ".isra.", ".part.", ".constprop.", ".lto_priv.", ".llvm.", "@plt", "@@"})
    if (const std::size_t at = name.rfind(mark); at != std::string_view::npos && at > 0)
      name = name.substr(0, at);
  return std::string(name);
}

void eraseAll(std::string& text, std::string_view open, char close) {
  std::string result;
  std::size_t from = 0;
  for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, from)) {
    const std::size_t end = text.find(close, at);
    if (end == std::string::npos)
      break;
    result.append(text, from, at - from);
    from = end + 1;
  }
  result.append(text, from);
  text = std::move(result);
}

} // namespace

std::string canonicalText(std::string_view text) {
  std::string plain(text.substr(0, kMaxName));
  eraseAll(plain, "[abi:", ']');
  return Rewriter(plain).run();
}

std::string canonicalFunction(std::string_view name) {
  name = trimmed(name.substr(0, kMaxName));
  if (name.empty() || name == "??" || name == "<null>" || name == "???" || name == "<unknown>")
    return {};
  std::string plain = isMangled(name) ? demangled(name) : withoutTail(name);
  std::string_view text = plain;
  for (const std::string_view thunk : {"non-virtual thunk to ", "virtual thunk to "})
    takeLiteral(text, thunk);
  std::string canonical = canonicalText(text);
  return canonical.substr(qualifiedNameStart(canonical));
}

bool isInlineNamespace(std::string_view name) {
  return isOneOf(kInlineNamespaces, name);
}

} // namespace heddle::crash
