// SPDX-License-Identifier: Apache-2.0
// The front-end process: takes a header and the name of a class, and writes a ClassModel and the source of the class
// harness into a separate folder. It is a process, so that `heddle explore` need not load Clang and a crash in Clang is
// contained.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "build/toolchain.h"
#include "build/unlinked.h"
#include "model/classes/class_model.h"
#include "model/run_result.h"
#include "support/result.h"

namespace heddle::build {

struct FrontEndRequest {
  std::string header; // absolute, or "<vector>"
  std::string className;
  std::vector<std::string> sources;        // absolute; searched for constants to call methods with
  std::vector<std::string> bodies;         // absolute; may hold what the header only declares
  std::string values;                      // absolute; "" when none
  std::filesystem::path directory;         // where the flags hold
  std::vector<std::string> flags;          // of the language: those the harness is compiled with
  std::vector<std::string> parserFlags;    // those that change nothing but the speed
  bool verify = false;                     // leave out what does not compile; takes longer
  std::vector<UnlinkedOperation> unlinked; // to be left out
};

struct FrontEndOutcome {
  bool succeeded = false;
  model::ClassModel subject;
  std::filesystem::path harness;   // the generated source
  std::filesystem::path summaries; // of the methods; "" when there are none
  std::string compilerOutput;      // of a header that does not compile, unchanged
  model::Diagnostic problem;       // when it did not succeed
};

// The folder below <out>/build/ for what this front end generates for this request.
std::filesystem::path generatedFolder(const Toolchain& toolchain,
                                      const FrontEndRequest& request,
                                      const std::filesystem::path& out);

// Whether the folder contains what the front end would generate now.
bool isGenerated(const std::filesystem::path& folder);

// Runs the front end unless the folder contains what it would generate. An Error means that the machine failed.
Result<FrontEndOutcome> runFrontEnd(const Toolchain& toolchain,
                                    const FrontEndRequest& request,
                                    const std::filesystem::path& folder);

// Call this when the harness was compiled: stores its inputs for the next run.
Result<void> rememberInputs(const std::filesystem::path& folder,
                            const std::vector<std::string>& files);

} // namespace heddle::build
