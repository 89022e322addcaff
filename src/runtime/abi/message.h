// SPDX-License-Identifier: Apache-2.0
// What one process of heddle tells another: an identifier and arguments, never a sentence. Sentences are made by
// report/words/message_text.h from report/words/messages.def.
#pragma once

#include <cstdint>

namespace heddle::abi {

enum class MessageId : std::uint16_t {
#define HEDDLE_MESSAGE(name, text) name,
#include "runtime/abi/messages.def"
#undef HEDDLE_MESSAGE
};

// Between the arguments of a message in one text, and after its name.
inline constexpr char kArgumentSeparator = '\x1f';

inline constexpr const char* nameOf(MessageId id) {
  switch (id) {
#define HEDDLE_MESSAGE(name, text)                                                                 \
  case MessageId::name:                                                                            \
    return text;
#include "runtime/abi/messages.def"
#undef HEDDLE_MESSAGE
  }
  return "";
}

// A message in memory of fixed size.
struct Message {
  MessageId id;
  char arguments[510]; // NOLINT(modernize-avoid-c-arrays): part of mapped and copied memory
};

} // namespace heddle::abi
