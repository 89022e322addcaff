// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/access_facts.h"
#include "explore/budget.h"
#include "model/lists/strategy_table.h"

namespace heddle::explore::values {

// What static analysis knows about the program of this process. It is analysed when it is first asked for, and only once:
// the tests of a class share the answer. Time, size and assumptions are counted in the status of the run.
const analysis::AccessFacts& staticFacts(const model::StrategyOptions& options, Budget& budget);

} // namespace heddle::explore::values
