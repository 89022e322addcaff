// SPDX-License-Identifier: Apache-2.0
// What one run of `heddle reproduce` did, written by the harness when it ends. Versioned text form (text_form.h).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/finding.h"
#include "model/lists/prunings.h"
#include "support/result.h"

namespace heddle::model {

inline constexpr std::size_t kStackPrunings = EnumNames<StackPruning>::kNames.size();

struct Reproduction {
  static constexpr int kVersion = 2;

  std::uint64_t prefixes = 0;   // states in which candidates were made
  std::uint64_t levels = 0;     // calls after the constructor in the longest of them
  std::uint64_t candidates = 0; // prefix, crashing call, other call
  std::array<std::uint64_t, kStackPrunings> pruned{};
  std::uint64_t tests = 0;    // explored
  std::uint64_t fallback = 0; // of these, candidates that had been left out
  std::uint64_t reached = 0;  // calls that reached the point of failure when run alone
  std::uint64_t sequences = 0;
  std::uint64_t executions = 0;
  double generateSeconds = 0;
  double seconds = 0;
  bool found = false;
  bool exhausted = false; // no limit ended the run
  bool knowsPlace = true; // some code of the harness is at the point of failure
  std::vector<Message> notes;
};

std::string toText(const Reproduction& reproduction);
Result<Reproduction> reproductionFromText(std::string_view text);

// One stack of the report that was given, as far as it is the user's code.
struct GivenStack {
  std::string title;               // "crashing stack", "freed by T2"
  std::string method;              // "Logger::info"
  std::vector<SourcePlace> frames; // innermost first
};

// What was to be reproduced, for the report.
struct ReproduceTarget {
  std::string className;
  std::string format; // "gdb backtrace"
  std::string method; // "Logger::info"; "" when no public method is on the stack
  std::string message;
  FindingKind kind = FindingKind::None;
  SourcePlace location;           // the point of failure
  std::vector<GivenStack> stacks; // the crashing one first
};

} // namespace heddle::model
