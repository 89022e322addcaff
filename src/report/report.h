// SPDX-License-Identifier: Apache-2.0
// report/: model values in, text out. Nothing here prints or exits.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
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

// A call of a generated test as the report calls it: "account.withdraw(500)".
struct CallName {
  unsigned lane = 0, index = 0; // as in TracedCall
  std::string text;
  std::string method; // "withdraw"
};

// False for system headers, libraries and heddle's own code, generated or not.
bool isUserCode(std::string_view file);

struct BuildOptions {
  std::string workingDirectory; // paths below it are shown relative
  std::vector<CallName> calls;  // of a class harness
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

// The interleaving alone, for a comment.
std::vector<std::string> renderTable(const model::Finding& finding, unsigned width);

std::string renderText(const model::RunResult& result, const TextOptions& options);
std::string renderJson(const model::RunResult& result);

} // namespace heddle::report
