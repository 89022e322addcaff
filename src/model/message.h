// SPDX-License-Identifier: Apache-2.0
// What one process of heddle tells another (runtime/abi/messages.def): data, which report/words/message_text.h puts in words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "runtime/abi/message.h"
#include "support/result.h"

namespace heddle::model {

using abi::MessageId;

struct Message {
  MessageId id = MessageId::None;
  std::vector<std::string> arguments = {};

  bool empty() const { return id == MessageId::None; }
  bool operator==(const Message&) const = default;
};

Message messageOf(const abi::Message& message);
// A message whose last argument is another one.
Message wrap(MessageId id, std::vector<std::string> arguments, const Message& inner);

// An error of an operation on a file.
Message messageOf(const Error& error);

// In one line: its name and its arguments, separated by abi::kArgumentSeparator.
std::string toText(const Message& message);
bool messageFromText(std::string_view text, Message& message);

} // namespace heddle::model
