// SPDX-License-Identifier: Apache-2.0
#include "codegen/expectation.h"

#include <algorithm>
#include <cctype>
#include <fmt/core.h>
#include <sstream>

namespace heddle::codegen {

namespace {

// "const std::string &" -> "std::string"
std::string valueType(std::string type) {
  const auto drop = [&](std::string_view part) {
    if (type.ends_with(part))
      type.resize(type.size() - part.size());
    else
      return false;
    return true;
  };
  while (drop("&") || drop(" ") || drop(" const")) {
  }
  if (type.starts_with("const ") && !type.ends_with("*"))
    type.erase(0, 6);
  return type;
}

bool isInteger(const std::string& type) {
  std::istringstream words(type);
  bool any = false;
  for (std::string word; words >> word; any = true)
    if (word != "unsigned" && word != "signed" && word != "int" && word != "long" &&
        word != "short")
      return false;
  return any;
}

// std::size_t, uint32_t, ...; a container's size_type is a std::size_t.
std::string integerAlias(const std::string& type) {
  if (type.ends_with("size_type"))
    return "std::size_t";
  const std::string bare = type.starts_with("std::") ? type.substr(5) : type;
  const bool fixed = (bare.starts_with("int") || bare.starts_with("uint")) && bare.ends_with("_t");
  return fixed || bare == "size_t" || bare == "ptrdiff_t" ? type : "";
}

bool isNumber(std::string_view text) {
  if (text.starts_with('-'))
    text.remove_prefix(1);
  return !text.empty() && text.size() <= 18 &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

bool isStringLiteral(std::string_view text) {
  return text.size() >= 2 && text.front() == '"' && text.back() == '"' &&
         text.find("...") == std::string_view::npos;
}

std::optional<StoredResult> store(const WrittenCall& call, const std::string& variable) {
  if (call.operation == nullptr || call.traced == nullptr)
    return std::nullopt;
  const std::string type = valueType(call.operation->result);
  const std::string& text = call.traced->result;
  if (type == "bool" && (text == "true" || text == "false"))
    return StoredResult{.variable = variable,
                        .declaration = fmt::format("bool {} = false", variable),
                        .condition = (text == "true" ? "" : "!") + variable};
  const std::string integer = isInteger(type) ? type : integerAlias(type);
  if (!integer.empty() && isNumber(text))
    return StoredResult{.variable = variable,
                        .declaration = fmt::format("{} {} = 0", integer, variable),
                        .condition = fmt::format("{} == {}", variable, text)};
  if (type == "std::string" && isStringLiteral(text))
    return StoredResult{.variable = variable,
                        .declaration = fmt::format("std::string {}", variable),
                        .condition = fmt::format("{} == {}", variable, text)};
  return std::nullopt;
}

class Collector {
public:
  bool add(const WrittenSequence& calls, const std::string& name) {
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const WrittenCall& call = calls[i];
      const bool ended = call.traced != nullptr && call.traced->lastStep != 0 && !call.threw();
      // That a callback ran cannot be compared here, and without it other results may be right.
      if (!ended || call.traced->result.ends_with("called back"))
        return false;
      if (!call.returnsValue() || !call.traced->comparable)
        continue;
      // result1 of thread 1; result1b is its second call's
      const std::string suffix =
          calls.size() == 1 ? "" : std::string(1, static_cast<char>('a' + i % 26));
      auto stored = store(call, name + suffix);
      if (!stored)
        return false;
      out_.forbidden += (out_.forbidden.empty() ? "" : " && ") + stored->condition;
      out_.results.emplace(&call, std::move(*stored));
    }
    return true;
  }

  Expectation finish() && { return std::move(out_); }

private:
  Expectation out_;
};

} // namespace

std::optional<Expectation> expectationOf(const WrittenTest& test) {
  Collector collector;
  for (std::size_t i = 0; i < test.suffixes.size(); ++i)
    if (!collector.add(test.suffixes[i], fmt::format("result{}", test.threads[i])))
      return std::nullopt;
  if (!collector.add(test.epilogue, "after"))
    return std::nullopt;
  Expectation out = std::move(collector).finish();
  if (out.results.empty())
    return std::nullopt;
  return out;
}

} // namespace heddle::codegen
