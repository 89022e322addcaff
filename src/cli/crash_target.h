// SPDX-License-Identifier: Apache-2.0
// A crash report in terms of a class: which of its operations are on the stacks, and what a search has to look for.
#pragma once

#include <string>
#include <vector>

#include "crash/target.h"
#include "model/classes/class_model.h"
#include "model/crash_stack.h"
#include "model/failure_target.h"
#include "model/reproduction.h"
#include "support/result.h"

namespace heddle::cli {

struct StackTarget {
  model::FailureTarget wanted;  // for the harness
  model::ReproduceTarget shown; // for the report
  // The user's frames of the stacks in `wanted.threads`, innermost first, for crash/stack_match.h.
  std::vector<std::vector<model::CrashFrame>> frames;
  std::vector<std::string> notes; // what was guessed
};

// An error says why the stack and the class do not go together.
Result<StackTarget> targetOf(const model::CrashReport& report, const model::ClassModel& subject);

// The operations that a function of a stack may be: by name, overloads by their parameters as far as the stack has them.
std::vector<std::uint16_t> operationsOf(const crash::FunctionName& method,
                                        const model::ClassModel& subject);

} // namespace heddle::cli
