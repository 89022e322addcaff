// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "model/known/baseline.h"
#include "model/run_result.h"

namespace heddle::cli {

// Marks the findings of `result` that are known, and names the known ones that it does not have. `file` is where
// `known` comes from.
void compareWithBaseline(const model::Baseline& known,
                         const std::string& file,
                         model::RunResult& result);

// The known findings and those of `result`. What was not seen this time is not fixed yet, and stays.
model::Baseline extendedBaseline(model::Baseline known, const model::RunResult& result);

} // namespace heddle::cli
