// SPDX-License-Identifier: Apache-2.0
// explain/: the trace of a failing execution in, a Finding out. It says what the trace shows, in the user's names and as
// data; report/ has the words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/finding.h"
#include "model/harness_protocol.h"
#include "model/trace.h"

namespace heddle::explain {

// Turns program counters into source places; implemented by campaign/ with llvm-symbolizer.
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

model::Finding buildFinding(const model::Trace& trace,
                            const model::FindingRecord& record,
                            Symbolizer& symbolizer,
                            const BuildOptions& options);

// The execution ended because threads wait, not because one of them failed.
bool isWaiting(model::FindingKind kind);

} // namespace heddle::explain
