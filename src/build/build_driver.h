// SPDX-License-Identifier: Apache-2.0
// Compiles the user's sources with the instrumenting plugin and links them with the engine into a
// harness, below <out>/build/. Both steps are cached by content: nothing is compiled again unless a
// source, one of its headers, a flag or heddle itself has changed. The harness of an older version of
// the program stays where its findings expect it.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "build/toolchain.h"
#include "model/finding.h"
#include "model/run_result.h"
#include "support/result.h"

namespace heddle::build {

struct BuildOutcome {
  bool succeeded = false;
  bool unsupported = false; // it was built, but must not be run
  std::filesystem::path harness;
  std::string fingerprint;                    // of sources, headers and flags
  std::string compilerOutput;                 // the output of the compiler or linker, unchanged
  std::vector<model::Diagnostic> diagnostics; // the reason for a failure, and ignored flags
};

// A class harness: compiled and linked with the sources of the program.
struct GeneratedUnit {
  std::filesystem::path source;
  std::filesystem::path directory;        // where the compiler runs
  std::vector<std::string> flags;         // all of them: harnessFlags
  std::vector<std::string> compilerFlags; // those that only change the speed of compiling
  std::string name;                       // of the product
};

// Called with the number of sources that are done.
using BuildProgress = std::function<void(std::size_t done, std::size_t total)>;

// An Error means that the machine failed (disk full, interrupted); a program that does not compile is
// an outcome.
Result<BuildOutcome> buildProgram(const Toolchain& toolchain,
                                  const model::Program& program,
                                  const std::filesystem::path& out,
                                  const BuildProgress& progress,
                                  const GeneratedUnit* generated = nullptr);

// The files that the object of `unit` was made from in the build that has just succeeded.
Result<std::vector<std::string>> inputsOfGenerated(const Toolchain& toolchain,
                                                   const std::filesystem::path& out,
                                                   const GeneratedUnit& unit);

// The fingerprint that a build of the same program would have now, from the list of inputs next to
// the harness; an Error if that list is gone.
Result<std::string> currentFingerprint(const std::filesystem::path& harness);

} // namespace heddle::build
