// SPDX-License-Identifier: Apache-2.0
// The sentences that say why a program ended, as libstdc++, libc++abi, glibc, the kernel and debuggers print them:
// above, below or in the middle of a stack.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "crash/text_lines.h"
#include "model/crash_stack.h"

namespace heddle::crash {

inline constexpr std::size_t kMaxMessage = 2000; // characters; the rest is cut off

struct FailureMessage {
  model::FindingKind kind = model::FindingKind::None;
  std::string message;
  std::string exceptionType;
  std::optional<model::CrashFrame> place; // assertions contain their source location
};

// The most informative one in the text: an exception or assertion rather than the SIGABRT that follows it.
FailureMessage findFailureMessage(const TextLines& text);

// The kind of a signal if nothing else is known; None if `name` ("SIGSEGV") is not a failure, such as an interrupt.
model::FindingKind kindOfSignal(std::string_view name);

} // namespace heddle::crash
