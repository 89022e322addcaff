// SPDX-License-Identifier: Apache-2.0
#include "explore/request_options.h"

#include "explore/execution_limits.h"
#include "support/check.h"

namespace heddle::explore {

runtime::Options optionsOf(const model::HarnessRequest& request) {
  runtime::Options options;
  options.detectRaces = request.detectRaces;
  options.detectLeaks = request.detectLeaks;
  options.reuseHeap = request.reuseHeap;
  options.watchCalls = !request.check.methodsPath.empty() || !request.reproduce.methodsPath.empty();
  options.limits = firstLimits(request.maxEvents);
  options.patienceNanoseconds = request.patienceNanoseconds;
  return options;
}

runtime::ProcessOptions processOptionsOf(const model::HarnessRequest& request,
                                         const std::string& input) {
  HEDDLE_CHECK(!request.stdinPath.empty() || input.empty())
      << "there is text for standard input, and the request names no file for it";
  runtime::ProcessOptions options;
  options.arenaBytes = request.arenaBytes;
  options.stackBytes = request.stackBytes;
  if (!request.stdinPath.empty()) {
    options.stdinText = input.data();
    options.stdinBytes = input.size();
  }
  return options;
}

} // namespace heddle::explore
