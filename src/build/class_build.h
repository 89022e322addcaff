// SPDX-License-Identifier: Apache-2.0
// Builds a class into a harness: flags for its header, the front end, the sources with its bodies, the build.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "build/build_driver.h"
#include "build/toolchain.h"
#include "model/classes/class_model.h"
#include "model/finding.h"
#include "support/result.h"

namespace heddle::build {

struct ClassBuild {
  BuildOutcome build;
  bool badClass = false; // it compiles, but cannot be checked
  model::ClassModel subject;
  std::filesystem::path
      summaries; // of its methods (model/classes/class_summary.h); "" when there are none
  std::vector<std::string> sources; // what was linked with the harness
  // For the user's own builds of a generated test: -I, -D, -std and similar flags, and how to include the header.
  std::vector<std::string> testFlags;
  std::string include; // "\"account.hpp\"", "<vector>"
};

enum class ClassStep : std::uint8_t { Parse, Compile };
using ClassProgress = std::function<void(ClassStep step)>;

// `program.sources` is the header, then sources. An Error means that the machine failed.
Result<ClassBuild> buildClass(const Toolchain& toolchain,
                              const model::Program& program,
                              const std::filesystem::path& out,
                              const ClassProgress& progress);

// The same without building anything: what the front end says about the class.
Result<ClassBuild> readClass(const Toolchain& toolchain,
                             const model::Program& program,
                             const std::filesystem::path& out);

// -std=c++20 when the last -std in `flags` asks for less; the harness needs it.
std::vector<std::string> atLeastCxx20(const std::vector<std::string>& flags);

} // namespace heddle::build
