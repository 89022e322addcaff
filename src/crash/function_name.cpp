// SPDX-License-Identifier: Apache-2.0
#include "crash/function_name.h"

#include <algorithm>
#include <utility>

#include "crash/brackets.h"
#include "crash/canonical_name.h"
#include "crash/scan.h"

namespace heddle::crash {

namespace {

// One piece between two `::`, with everything that follows its name.
struct Component {
  std::string_view name, arguments;
  std::optional<std::string_view> parameters;
  bool isConst = false;
  bool isLambda = false;
  bool isOperator = false;
};

class NameReader {
public:
  explicit NameReader(std::string_view text) : text_(text) {}

  void run() {
    while (at_ < text_.size())
      step();
    finish();
  }

  std::vector<Component> components;
  std::size_t start = 0; // of the first component

private:
  void step() {
    const char c = text_[at_];
    const std::string_view rest = text_.substr(at_);
    if (c ==
        ':') { // a single one is not in a name either: text made from the parts must be read as these parts again
      finish();
      at_ += rest.starts_with("::") ? 2 : 1;
      begin_ = at_;
    } else if (at_ == begin_ && startsUnnamed(rest)) {
      unnamed(rest);
    } else if (at_ == begin_ && rest.starts_with("operator") &&
               !(rest.size() > 8 && isNameCharacter(rest[8]))) {
      operatorName(rest);
    } else if (c == '<' || c == '(' || c == '[' || c == '{') {
      group(c);
    } else if (c == ' ') {
      blank(rest.substr(1));
    } else if (c == '&' || c == '*') {
      ++at_;
      if (!current_.parameters) // a reference qualifier otherwise
        endResultType();
    } else {
      ++at_;
      current_.name = text_.substr(begin_, at_ - begin_);
    }
  }

  static bool startsUnnamed(std::string_view rest) {
    return rest.starts_with(kAnonymous) || rest.starts_with('{') || rest.starts_with("<lambda") ||
           rest.starts_with('\'') || rest.starts_with("$_");
  }

  // `(anonymous namespace)`, `{lambda(int)#1}`, `'lambda'(int)`, `<lambda(int)>`, `$_0`.
  void unnamed(std::string_view rest) {
    std::size_t length = 1;
    if (rest.front() == '\'')
      length = std::min(rest.find('\'', 1), rest.size() - 1) + 1;
    else if (rest.front() == '$')
      while (length < rest.size() && isNameCharacter(rest[length]))
        ++length;
    else
      length = closingEnd(rest, 0);
    current_.name = rest.substr(0, length);
    current_.isLambda = contains(current_.name, "lambda") || rest.front() == '$';
    at_ += length;
  }

  void operatorName(std::string_view rest) {
    std::size_t length = 8 + operatorSymbol(rest.substr(8)).size();
    if (length == 8) // a conversion, new, delete: the name continues up to the parameters
      while (length < rest.size() && rest[length] != '(')
        length = rest[length] == '<' ? closingEnd(rest, length) : length + 1;
    current_.name = rest.substr(0, length);
    current_.isOperator = true;
    at_ += length;
    if (text_.substr(at_).starts_with(" <"))
      ++at_;
  }

  void group(char open) {
    const std::size_t end = closingEnd(text_, at_);
    const std::string_view whole = text_.substr(at_, end - at_);
    if (open == '<')
      current_.arguments = whole;
    else if (open == '(')
      current_.parameters =
          whole.ends_with(')') ? whole.substr(1, whole.size() - 2) : whole.substr(1);
    at_ = end;
  }

  // After parameters come qualifiers; elsewhere a blank ends a result type.
  void blank(std::string_view rest) {
    ++at_;
    if (current_.parameters) {
      for (const std::string_view word : {"const", "volatile", "noexcept"}) {
        if (!rest.starts_with(word) ||
            (rest.size() > word.size() && isNameCharacter(rest[word.size()])))
          continue;
        current_.isConst = current_.isConst || word == "const";
        at_ += word.size();
        return;
      }
    }
    endResultType();
  }

  void endResultType() {
    components.clear();
    current_ = {};
    begin_ = start = at_;
  }

  void finish() {
    components.push_back(current_);
    current_ = {};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t begin_ = 0; // of the current component
  Component current_;
};

std::string joined(const std::vector<ScopePart>& scope, bool withArguments) {
  std::string text;
  for (const auto& part : scope) {
    text += (text.empty() ? "" : "::") + part.name;
    if (withArguments)
      text += part.arguments;
  }
  return text;
}

bool sameUnlessEmpty(std::string_view a, std::string_view b) {
  return a.empty() || b.empty() || a == b;
}

bool samePart(const ScopePart& a, const ScopePart& b) {
  return a.name == b.name && sameUnlessEmpty(a.arguments, b.arguments);
}

} // namespace

std::string FunctionName::scopeText() const {
  return joined(scope, true);
}

std::string FunctionName::scopeWithoutArguments() const {
  return joined(scope, false);
}

std::string FunctionName::qualifiedName() const {
  return scope.empty() ? name : joined(scope, false) + "::" + name;
}

bool FunctionName::isConstructor() const {
  return !scope.empty() && name == scope.back().name;
}

bool FunctionName::isDestructor() const {
  return name.starts_with('~');
}

FunctionName parseFunctionName(std::string_view canonical) {
  NameReader reader(canonical);
  reader.run();
  const auto& all = reader.components;
  // The function that can be called: the one before the first lambda, or the first one that has parameters or is an
  // operator.
  std::size_t last = all.size() - 1;
  FunctionName result;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].isLambda && i > 0)
      last = std::min(last, i - 1);
    else if ((all[i].parameters || all[i].isOperator) && !all[i].isLambda)
      last = std::min(last, i);
    result.isLambda = result.isLambda || all[i].isLambda;
  }
  // gcc's sanitizers, and gdb, print the call of a lambda without its scope.
  const bool isNameless = all.front().isLambda || (all.size() == 1 && all[0].name == "operator()");
  result.isLambda = result.isLambda || isNameless;
  result.isLocal = last + 1 < all.size() || isNameless;
  for (std::size_t i = 0; i < last; ++i)
    if (all[i].name != kAnonymous && !all[i].name.empty() && !all[i].isLambda &&
        !(i > 0 && isInlineNamespace(all[i].name)))
      result.scope.push_back({std::string(all[i].name), std::string(all[i].arguments)});
  const Component& function = all[last];
  result.name = function.name;
  result.arguments = function.arguments;
  result.isConst = function.isConst;
  if (function.parameters)
    result.parameters = *function.parameters == "void" ? "" : std::string(*function.parameters);
  return result;
}

std::size_t qualifiedNameStart(std::string_view canonical) {
  NameReader reader(canonical);
  reader.run();
  return reader.start;
}

bool sameFunction(const FunctionName& a, const FunctionName& b) {
  if (a.name != b.name || a.isLocal != b.isLocal || a.scope.size() != b.scope.size() ||
      !sameUnlessEmpty(a.arguments, b.arguments))
    return false;
  if (!std::ranges::equal(a.scope, b.scope, samePart))
    return false;
  return !a.parameters || !b.parameters ||
         (*a.parameters == *b.parameters && a.isConst == b.isConst);
}

bool isScopeOf(const std::vector<ScopePart>& scope, std::string_view name) {
  // Parsed as the scope of a function with any name, so that one reader handles both.
  const auto wanted = parseFunctionName(canonicalText(name) + "::f").scope;
  if (wanted.empty() || wanted.size() > scope.size())
    return false;
  return std::equal(wanted.rbegin(), wanted.rend(), scope.rbegin(), samePart);
}

} // namespace heddle::crash
