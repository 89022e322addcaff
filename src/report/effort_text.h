// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "model/run_result.h"

namespace heddle::report {

// What was explored: "12 tests, 345 executions", without tests for a program.
std::string exploredText(const model::RunResult& result);

// All that was run, each kind of execution separately, and how long the search took: "12 tests, 345 executions (plus 30 serial,
// 40 warm-up, 70 minimising, 3 replays), 0.12 s, seed 1".
std::string effortText(const model::RunResult& result);

} // namespace heddle::report
