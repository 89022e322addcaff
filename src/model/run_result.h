// SPDX-License-Identifier: Apache-2.0
// The answer of one command, before it is rendered as text or JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/classes/class_coverage.h"
#include "model/completeness.h"
#include "model/finding.h"
#include "model/lists/counters.h"
#include "model/pattern_coverage.h"
#include "model/reproduction.h"
#include "model/severity.h"

namespace heddle::model {

// Something the user should know that is not a finding: unsupported construct, compile error, ...
struct Diagnostic {
  Severity severity = Severity::Error;
  std::string code;    // "unsupported", "compile", "usage", "environment", ...
  std::string message; // one line
  SourcePlace place;   // file "" when none
  std::string hint;    // what to do; may be empty
};

struct RunStats : Counters<std::uint64_t> { // of all jobs together
  double seconds = 0;                       // exploring only
  double totalSeconds = 0;                  // with compiling
  Position firstFinding;
  double firstFindingSeconds = 0;
  double peakRssMb = 0;
  std::uint64_t seed = 0;
  std::uint64_t threads = 0; // most in one execution
  unsigned jobs = 1;
  unsigned restarts = 0; // harness processes that died and were replaced
  // check
  double generateSeconds = 0;
  std::uint64_t testSize = 0;         // reproduce: calls of the test that was found
  std::uint64_t replayExecutions = 0; // in fresh processes, to confirm findings
  std::string strategy;
};

// reproduce: what was looked for, and what was done for it.
struct ReproduceAnswer {
  ReproduceTarget target;
  struct Stacks {
    std::vector<SourcePlace> given, produced; // innermost first
  };
  std::vector<Stacks> stacks; // one for each thread that fails; empty when it was not found
  Reproduction run;
};

// What a baseline (model/known/baseline.h) said about the findings.
struct BaselineUse {
  std::string file;
  std::vector<std::string> notSeen; // fingerprints that no finding has
};

struct RunResult {
  std::string command;                 // "check", "reproduce", "explore", "replay", "demo"
  std::string target;                  // what was explored, for the first line
  Verdict verdict = Verdict::NotFound; // verdictOf(completeness, ...)
  Completeness completeness;
  std::vector<Finding> findings;     // the most severe first; reproduce: the match first
  Severity failOn = Severity::Error; // --fail-on: the lowest severity that is a failure
  std::optional<BaselineUse> baseline;
  std::vector<Diagnostic> diagnostics;
  RunStats stats;
  std::optional<ClassCoverage> coverage;   // check alone
  std::optional<CoverageSummary> patterns; // memory-access patterns, of stats.observedExecutions
  std::optional<ReproduceAnswer> reproduction; // reproduce alone
  std::string outDirectory;
};

// Whether the finding is one that the command was to look for, rather than one to be listed besides.
inline bool counts(const RunResult& result, const Finding& finding) {
  return !finding.known && severityOf(finding) >= result.failOn;
}

} // namespace heddle::model
