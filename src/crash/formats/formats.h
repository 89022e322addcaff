// SPDX-License-Identifier: Apache-2.0
// The formats that heddle reads, one file each. Each parser returns the stacks as they are in the text;
// crash/finish_report.h draws the conclusions that are the same for all.
#pragma once

#include <cstddef>
#include <vector>

#include "crash/text_lines.h"
#include "model/crash_stack.h"

namespace heddle::crash {

struct Format {
  model::CrashFormat format;
  // How strongly the text suggests this format; 0: not at all.
  std::size_t (*score)(const TextLines& text);
  // In the order of the text; a log of a sanitizer has several. Empty if there is no frame.
  std::vector<model::CrashReport> (*parse)(const TextLines& text);
};

// A headline counts as much as this many frames: it distinguishes sanitizers, and a gdb session also contains the
// output of the program.
inline constexpr std::size_t kHeadlineScore = 1000;

std::size_t scoreGdb(const TextLines& text);
std::vector<model::CrashReport> parseGdb(const TextLines& text);

std::size_t scoreAddressSanitizer(const TextLines& text);
std::vector<model::CrashReport> parseAddressSanitizer(const TextLines& text);
std::size_t scoreThreadSanitizer(const TextLines& text);
std::vector<model::CrashReport> parseThreadSanitizer(const TextLines& text);
std::size_t scoreUndefinedBehaviour(const TextLines& text);
std::vector<model::CrashReport> parseUndefinedBehaviour(const TextLines& text);

std::size_t scoreGlibc(const TextLines& text);
std::vector<model::CrashReport> parseGlibc(const TextLines& text);

std::size_t scoreBoost(const TextLines& text);
std::vector<model::CrashReport> parseBoost(const TextLines& text);
std::size_t scoreStdStacktrace(const TextLines& text);
std::vector<model::CrashReport> parseStdStacktrace(const TextLines& text);

std::size_t scoreBackward(const TextLines& text);
std::vector<model::CrashReport> parseBackward(const TextLines& text);

std::size_t scoreMinidump(const TextLines& text);
std::vector<model::CrashReport> parseMinidump(const TextLines& text);

std::size_t scoreCoredumpctl(const TextLines& text);
std::vector<model::CrashReport> parseCoredumpctl(const TextLines& text);

std::size_t scoreMessages(const TextLines& text);
std::vector<model::CrashReport> parseMessages(const TextLines& text);

} // namespace heddle::crash
