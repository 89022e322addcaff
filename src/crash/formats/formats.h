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

#define HEDDLE_CRASH_FORMAT(id, corpus, name)                                                      \
  std::size_t score##id(const TextLines& text);                                                    \
  std::vector<model::CrashReport> parse##id(const TextLines& text);
#include "model/lists/crash_formats.def"
#undef HEDDLE_CRASH_FORMAT

} // namespace heddle::crash
