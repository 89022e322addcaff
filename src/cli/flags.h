// SPDX-License-Identifier: Apache-2.0
// Every flag of every command, in one list (flags.cpp): name, default, meaning. Parsing fills plain
// values; nothing else in the program looks at argv.
#pragma once

#include <string>
#include <vector>

#include "model/finding.h"
#include "model/harness_protocol.h"
#include "model/known/baseline.h"

namespace CLI { // NOLINT(readability-identifier-naming): a library's
class App;
}

namespace heddle::cli {

struct OutputOptions {
  std::string out = "heddle-out";
  std::string format = "text"; // text | json
  bool quiet = false;
  bool all = false; // every finding in full

  bool json() const { return format == "json"; }
};

// What explore and check have in common.
struct SearchOptions {
  model::Program program;        // binary and fingerprint are filled in by the build
  model::HarnessRequest request; // paths are filled in by the campaign
  OutputOptions output;
  unsigned replays = 3;                            // confirmations of each finding
  model::Severity failOn = model::Severity::Error; // the lowest that is a failure
  std::string baseline;                            // a file of known findings, "" when none
  std::string writeBaseline;                       // a file to write, "" when none
  model::Baseline known = {};                      // what is in `baseline`
};

struct ExploreOptions : SearchOptions {};
struct CheckOptions : SearchOptions {
  std::string pruned;    // --prune: the rules that are on
  std::string notPruned; // --no-prune: those that are off
  std::string summaries; // a file to use instead of what the front end says; "" in everyday use
};

struct ReproduceOptions : SearchOptions {
  std::string stack;     // a file, "-" for standard input
  std::string pruned;    // --prune: the rules that are on
  std::string notPruned; // --no-prune: those that are off
};

struct DepsOptions {
  model::Program program;
  OutputOptions output;
  bool all = false; // every method and every pair, however many
};

struct ReplayOptions {
  std::string finding; // "": the newest in the output directory
  unsigned times = 1;
  bool gdb = false;
  std::vector<std::string> gdbArguments; // after `--`
  OutputOptions output;
};

struct DemoOptions {
  std::string what = "class"; // class | program
  OutputOptions output;
};

void addDemoFlags(CLI::App& command, DemoOptions& options);
void addExploreFlags(CLI::App& command, ExploreOptions& options);
void addCheckFlags(CLI::App& command, CheckOptions& options);
void addReproduceFlags(CLI::App& command, ReproduceOptions& options);
void addDepsFlags(CLI::App& command, DepsOptions& options);
// What holds without any flag.
void setCheckDefaults(CheckOptions& options);
void addReplayFlags(CLI::App& command, ReplayOptions& options);
void addOutputFlags(CLI::App& command, OutputOptions& options);

// Settles what depends on several flags: relative paths, `auto`, flags that imply a strategy.
// Returns what is wrong with the combination, "" when nothing is.
std::string settle(ExploreOptions& options);
std::string settle(CheckOptions& options);
std::string settle(ReproduceOptions& options);
void settle(DepsOptions& options);

} // namespace heddle::cli
