// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "model/check_summary.h"
#include "synthesize/behaviour.h"
#include "synthesize/engine_runner.h"
#include "synthesize/operation_tests.h"

namespace heddle::synthesize {

// How often each operation of the class was driven, or why it was not.
std::vector<model::CheckSummary::OperationUse> operationUses(const CallCatalogue& catalogue,
                                                             const Behaviour& behaviour,
                                                             const EngineRunner& engine,
                                                             const OperationTests& tests);

} // namespace heddle::synthesize
