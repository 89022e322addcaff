// SPDX-License-Identifier: Apache-2.0
#include "runtime/system/message_arguments.h"

#include <cstdio>

namespace heddle::runtime {

namespace {

constexpr double kLargestExact = 1e15; // printed without an exponent

// Appends to a text of fixed size, which always ends in a zero.
class Writer {
public:
  explicit Writer(abi::Message& message) : message_(message) { message.arguments[0] = '\0'; }

  // A text of the subject's must not look like two arguments.
  void add(const char* text) {
    for (; *text != '\0'; ++text)
      put(*text == abi::kArgumentSeparator ? ' ' : *text);
  }

  void add(double number) {
    char text[32];
    std::snprintf(text, sizeof text, number < kLargestExact ? "%.15g" : "%.0f", number);
    add(text);
  }

  void separate() { put(abi::kArgumentSeparator); }

private:
  void put(char c) {
    if (length_ + 1 == sizeof message_.arguments)
      return;
    message_.arguments[length_++] = c;
    message_.arguments[length_] = '\0';
  }

  abi::Message& message_;
  std::size_t length_ = 0;
};

} // namespace

void setMessage(abi::Message& message, MessageId id, MessageArguments arguments) {
  message.id = id;
  Writer writer(message);
  bool isFirst = true;
  for (const MessageArgument& argument : arguments) {
    if (!isFirst)
      writer.separate();
    isFirst = false;
    if (argument.text != nullptr)
      writer.add(argument.text);
    else
      writer.add(argument.number);
  }
}

} // namespace heddle::runtime
