// SPDX-License-Identifier: Apache-2.0
// The failure that `heddle reproduce` looks for: a crash stack in terms of the class harness. Made by the CLI from a
// crash report, passed to the harness process in its request. Versioned text form (text_form.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/finding_kind.h"
#include "support/result.h"

namespace heddle::model {

struct TargetFrame {
  std::string function;   // in the form of crash/canonical_name.h
  std::string file;       // as printed; "" when unknown
  std::uint32_t line = 0; // 0 when unknown
  bool operator==(const TargetFrame&) const = default;
};

// One stack of the failure.
struct TargetThread {
  // That may be its call of the class, as indices into ClassModel::operations; empty: not known, as in a thread that
  // the class owns.
  std::vector<std::uint16_t> operations;
  std::vector<TargetFrame>
      frames; // the user's, innermost first: from the point of failure to that call
  bool operator==(const TargetThread&) const = default;
};

struct FailureTarget {
  static constexpr int kVersion = 1;

  FindingKind kind = FindingKind::None; // None: any failure at that place
  std::string exceptionType;            // "std::out_of_range"; "" when unknown
  // The crashing one first. Deadlocks: all that wait for locks; data races: both.
  std::vector<TargetThread> threads;
  std::vector<std::uint16_t> interfering; // operations to try first as the other call, best first
  bool operator==(const FailureTarget&) const = default;

  bool isDeadlock() const {
    return kind == FindingKind::Deadlock || kind == FindingKind::LostWakeup;
  }
};

std::string toText(const FailureTarget& target);
Result<FailureTarget> failureTargetFromText(std::string_view text);

// Whether a failure of the kind `found` can be what was seen as `given` elsewhere: a kernel calls a use after free a
// crash, because it does not look at each access before it happens.
bool isCompatible(FindingKind given, FindingKind found);

// The same for a whole target: code that copies a string or vector that is gone asks for as much memory as its remains say,
// and an allocator throws before the memory itself is touched. `isLibraryCheck`: an assertion of the standard library stopped
// what a build without them continues with.
bool isCompatible(const FailureTarget& given, FindingKind found, bool isLibraryCheck);

} // namespace heddle::model
