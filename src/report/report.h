// SPDX-License-Identifier: Apache-2.0
// report/: model values in, text out. Nothing here prints or exits.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/run_result.h"

namespace heddle::report {

struct TextOptions {
  bool colour = false;
  unsigned width = 100;
  bool all = false; // every finding in full
};

// The interleaving alone, for a comment.
std::vector<std::string> renderTable(const model::Finding& finding, unsigned width);

enum class Format : std::uint8_t { Text, Json };

// The whole answer of a command. `options` concern Text.
std::string render(Format format, const model::RunResult& result, const TextOptions& options);

} // namespace heddle::report
