// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "calls/behaviour.h"
#include "calls/engine_runner.h"
#include "check/operation_tests.h"
#include "model/classes/check_summary.h"

namespace heddle::check {

// How often each operation of the class was driven, or why it was not.
std::vector<model::CheckSummary::OperationUse> operationUses(const calls::CallCatalogue& catalogue,
                                                             const calls::Behaviour& behaviour,
                                                             const calls::EngineRunner& engine,
                                                             const OperationTests& tests);

// Whether some method changed the state of the object when it was called alone, or did not return, so that it is unknown.
bool someCallChangesState(const calls::CallCatalogue& catalogue, const calls::Behaviour& behaviour);

// Whether some method, called alone, returned results that differ from state to state.
bool someCallTellsStates(const calls::CallCatalogue& catalogue, const calls::Behaviour& behaviour);

} // namespace heddle::check
