// SPDX-License-Identifier: Apache-2.0
#include "model/message.h"

#include <algorithm>
#include <array>

#include "support/check.h"

namespace heddle::model {

namespace {

constexpr std::array kNames = {
#define HEDDLE_MESSAGE(name, text) std::string_view(text),
#include "runtime/abi/messages.def"
#undef HEDDLE_MESSAGE
};

// An argument must not look like two, nor a message like two lines.
std::string asArgument(std::string text) {
  std::ranges::replace(text, abi::kArgumentSeparator, ' ');
  std::ranges::replace(text, '\n', ' ');
  return text;
}

std::vector<std::string> splitArguments(std::string_view text) {
  std::vector<std::string> arguments;
  while (true) {
    const std::size_t end = text.find(abi::kArgumentSeparator);
    arguments.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos)
      return arguments;
    text.remove_prefix(end + 1);
  }
}

} // namespace

Message messageOf(const abi::Message& message) {
  Message out{.id = message.id};
  if (message.arguments[0] != '\0')
    out.arguments = splitArguments(message.arguments);
  return out;
}

Message messageOf(const Error& error) {
  HEDDLE_CHECK(!error.file.path.empty()) << "an error without a file: " << error.message;
  return {.id = MessageId::CannotUseFile,
          .arguments = {error.file.action, error.file.path, std::to_string(error.file.code)}};
}

Message wrap(MessageId id, std::vector<std::string> arguments, const Message& inner) {
  HEDDLE_CHECK(inner.id != MessageId::None) << "there is no message to wrap";
  arguments.emplace_back(abi::nameOf(inner.id));
  arguments.insert(arguments.end(), inner.arguments.begin(), inner.arguments.end());
  return {.id = id, .arguments = std::move(arguments)};
}

std::string toText(const Message& message) {
  std::string text = abi::nameOf(message.id);
  for (const std::string& argument : message.arguments)
    text += abi::kArgumentSeparator + asArgument(argument);
  return text;
}

bool messageFromText(std::string_view text, Message& message) {
  std::vector<std::string> words = splitArguments(text);
  const auto found = std::ranges::find(kNames, words.front());
  if (found == kNames.end())
    return false;
  message.id = static_cast<MessageId>(found - kNames.begin());
  message.arguments.assign(words.begin() + 1, words.end());
  return true;
}

} // namespace heddle::model
