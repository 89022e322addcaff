// SPDX-License-Identifier: Apache-2.0
// The arguments of a message: texts and numbers, the same in every process. Addresses are not.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "runtime/abi/message.h"

namespace heddle::runtime {

using abi::MessageId;

struct MessageArgument {
  MessageArgument(const char* value) : text(value) {}
  template <std::integral T>
  MessageArgument(T value) : number(static_cast<double>(value)) {}
  MessageArgument(double value) : number(value) {}

  const char* text = nullptr; // null: `number` counts
  double number = 0;          // exact up to 2^53
};

using MessageArguments = std::initializer_list<MessageArgument>;

// Cuts what does not fit.
void setMessage(abi::Message& message, MessageId id, MessageArguments arguments);

} // namespace heddle::runtime
