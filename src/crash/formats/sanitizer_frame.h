// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "model/crash_stack.h"

namespace heddle::crash {

struct SanitizerFrame {
  std::uint64_t number = 0;
  std::uint64_t address =
      0; // of the instruction, in memory or in its module; equal for frames inlined into one another
  model::CrashFrame frame;
};

bool startsSanitizerFrame(std::string_view trimmedLine);

// One line, joined if it was wrapped:
//   #0 0x55858950e09a in shop::Logbook::append(int) /tmp/logbook.h:44:18
//   #1 shop::Logbook::bump() /tmp/logbook.h:36:17 (prog+0xef71b) (BuildId: 1c60)
//   #2 0x7f2a660d44a2  (/lib/x86_64-linux-gnu/libstdc++.so.6+0xd44a2) (BuildId: 289e)
//   #3 pthread_create <null> (prog+0x64021)
std::optional<SanitizerFrame> readSanitizerFrame(std::string_view line);

} // namespace heddle::crash
