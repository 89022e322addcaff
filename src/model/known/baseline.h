// SPDX-License-Identifier: Apache-2.0
// Findings that are known and accepted. The text form is for human eyes and hands: one fingerprint per line, comments begin with #.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace heddle::model {

struct Baseline {
  static constexpr std::string_view kHead = "# heddle baseline 1";

  struct Entry {
    std::vector<std::string> comments; // the lines above it, as they are
    std::string fingerprint;           // model/known/fingerprint.h
  };
  std::vector<Entry> entries;

  bool has(std::string_view fingerprint) const;
  // Once; `comment` is one line without the #.
  void add(const std::string& fingerprint, const std::string& comment);
};

std::string toText(const Baseline& baseline);
// The error names the line.
Result<Baseline> baselineFromText(std::string_view text);

} // namespace heddle::model
