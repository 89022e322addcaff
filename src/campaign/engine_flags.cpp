// SPDX-License-Identifier: Apache-2.0
#include "campaign/engine_flags.h"

#include <charconv>
#include <fmt/core.h>

#include "support/check.h"

namespace heddle::campaign {

namespace {

using Request = model::HarnessRequest;

// One visitor writes and reads: it receives each setting with its name. Paths and numbers are
// text; switches are 0 and 1.
template <typename Visitor, typename R>
void visitSettings(Visitor&& visit, R& request) {
  visit("races", request.detectRaces);
  visit("leaks", request.detectLeaks);
  visit("reuse-heap", request.reuseHeap);
  visit("max-events", request.maxEvents);
  visit("patience", request.patienceNanoseconds);
  visit("arena", request.arenaBytes);
  visit("stack", request.stackBytes);
  visit("stdin", request.stdinPath);
}

std::string print(const std::string& value) {
  return value;
}
std::string print(std::uint64_t value) {
  return std::to_string(value);
}

bool parse(std::string_view text, std::string& value) {
  value = text;
  return true;
}

template <typename Number>
bool parse(std::string_view text, Number& value) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  value = static_cast<Number>(number);
  return error == std::errc() && end == text.data() + text.size();
}

} // namespace

std::vector<std::string> engineFlagsOf(const Request& request) {
  std::vector<std::string> defaults;
  const Request standard;
  visitSettings([&](std::string_view, const auto& value) { defaults.push_back(print(value)); },
                standard);
  std::vector<std::string> out;
  std::size_t index = 0;
  visitSettings(
      [&](std::string_view name, const auto& value) {
        const std::string text = print(value);
        if (text != defaults[index++])
          out.push_back(fmt::format("{}={}", name, text));
      },
      request);
  HEDDLE_CHECK(index == defaults.size()) << "settings of the engine without a default";
  return out;
}

Result<Request> requestFromEngineFlags(const std::vector<std::string>& flags) {
  Request request;
  for (const std::string& flag : flags) {
    const std::size_t equals = flag.find('=');
    bool known = false;
    visitSettings(
        [&](std::string_view name, auto& value) {
          if (equals != std::string::npos && flag.substr(0, equals) == name)
            known = parse(std::string_view(flag).substr(equals + 1), value);
        },
        request);
    if (!known)
      return Error{fmt::format("the finding has an engine flag of another version: {}", flag)};
  }
  return request;
}

} // namespace heddle::campaign
