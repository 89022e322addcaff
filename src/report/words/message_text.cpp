// SPDX-License-Identifier: Apache-2.0
#include "report/words/message_text.h"

#include <charconv>
#include <system_error>

#include "report/words/wording.h"

namespace heddle::report {

using model::CallEnd;
using model::Message;
using model::MessageId;

namespace {

std::string_view wordsOf(MessageId id) {
  switch (id) {
#define HEDDLE_WORDS(name, words)                                                                  \
  case MessageId::name:                                                                            \
    return words;
#include "report/words/messages.def"
#undef HEDDLE_WORDS
  }
  return "";
}

std::uint64_t numberOf(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::string typeText(const std::string& type) {
  return type.empty() ? "something" : type;
}

// Fills the words of one message with its arguments.
class Filling {
public:
  explicit Filling(const Message& message) : message_(message) {}

  std::string run() const {
    std::string_view words = wordsOf(message_.id);
    std::string text;
    while (true) {
      const std::size_t begin = words.find('{');
      text += words.substr(0, begin);
      if (begin == std::string_view::npos)
        return text;
      const std::size_t end = words.find('}', begin);
      text += placeholder(words.substr(begin + 1, end - begin - 1));
      words.remove_prefix(end + 1);
    }
  }

private:
  // `what` is an index, or an index and how the argument is shown.
  std::string placeholder(std::string_view what) const {
    const std::size_t colon = what.find(':');
    const std::size_t index = numberOf(what.substr(0, colon));
    if (colon == std::string_view::npos)
      return argument(index);
    const std::string_view how = what.substr(colon + 1);
    if (how == "errno")
      return std::generic_category().message(static_cast<int>(numberOf(argument(index))));
    if (how == "message")
      return inner(index);
    if (how == "type")
      return typeText(argument(index));
    if (how == "list")
      return list(index);
    if (how == "lock")
      return lock(argument(index), argument(index + 1));
    return how == "result" ? result(index) : counted(numberOf(argument(index)), how);
  }

  std::string list(std::size_t from) const {
    std::string text;
    for (std::size_t i = from; i < message_.arguments.size(); ++i)
      text += (text.empty() ? "`" : ", `") + message_.arguments[i] + "`";
    return text;
  }

  // `name` is its path in the object, or its offset when it has none.
  static std::string lock(const std::string& whose, const std::string& name) {
    if (whose == "outside")
      return "a lock outside the object";
    const bool isOffset = name.find_first_not_of("0123456789") == std::string::npos;
    return (whose == "other" ? "the other object's " : "") +
           (isOffset ? "lock at offset " + name : name);
  }

  std::string argument(std::size_t index) const {
    return index < message_.arguments.size() ? message_.arguments[index] : "";
  }

  std::string inner(std::size_t from) const {
    Message message;
    if (!model::messageFromText(argument(from), message))
      return "";
    for (std::size_t i = from + 1; i < message_.arguments.size(); ++i)
      message.arguments.push_back(message_.arguments[i]);
    return messageText(message);
  }

  std::string result(std::size_t from) const {
    model::CallOutcome outcome{.end = CallEnd::Returned, .text = argument(from + 2)};
    model::readName(argument(from + 1), outcome.end);
    return callText(argument(from), outcome);
  }

  const Message& message_;
};

} // namespace

std::string messageText(const Message& message) {
  return Filling(message).run();
}

std::vector<std::string> textsOf(const std::vector<Message>& messages) {
  std::vector<std::string> texts;
  texts.reserve(messages.size());
  for (const Message& message : messages)
    texts.push_back(messageText(message));
  return texts;
}

std::string callText(const std::string& source, const model::CallOutcome& outcome) {
  switch (outcome.end) {
  case CallEnd::NeverBegan:
    return source + " never begins";
  case CallEnd::StillRunning:
    return source + " was still running";
  case CallEnd::NeverEnds:
    return source + " never ends";
  case CallEnd::Threw:
    return source + " throws " + typeText(outcome.text);
  case CallEnd::Refused:
    return source + " cannot be made";
  case CallEnd::Returned:
    return outcome.text.empty() ? source : source + " -> " + outcome.text;
  }
  return source;
}

} // namespace heddle::report
