// SPDX-License-Identifier: Apache-2.0
// report/: model values in, text out. Nothing here prints or exits.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/harness_protocol.h"
#include "model/run_result.h"
#include "model/trace.h"

namespace heddle::report {

// Turns program counters into source places; implemented by the CLI with llvm-symbolizer.
class Symbolizer {
public:
  virtual ~Symbolizer() = default;
  // One entry per frame: inlined functions first, the physical one last. Empty when unknown. A pc is
  // looked up as it is: the caller has already stepped back from return addresses.
  virtual std::vector<std::vector<model::SourcePlace>>
  symbolize(const std::vector<model::Frame>& frames) = 0;
  // The name of the global variable at each address of the subject, such as `account` or `account+8`
  // for a part of it; "" when unknown. Optional.
  virtual std::vector<std::string> nameGlobals(const std::vector<std::uint64_t>& addresses) {
    return std::vector<std::string>(addresses.size());
  }
};

struct BuildOptions {
  std::string workingDirectory; // paths below it are shown relative
};

// Judges nothing: says what the trace shows, in the user's names.
model::Finding buildFinding(const model::Trace& trace,
                            const model::FindingRecord& record,
                            Symbolizer& symbolizer,
                            const BuildOptions& options);

struct TextOptions {
  bool colour = false;
  unsigned width = 100;
};

std::string renderText(const model::RunResult& result, const TextOptions& options);
std::string renderJson(const model::RunResult& result);

} // namespace heddle::report
