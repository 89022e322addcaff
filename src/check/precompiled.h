// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "model/classes/check_summary.h"
#include "model/harness_protocol.h"

namespace heddle::check {

// Marks the operations whose bodies were compiled without hooks, in a library for example: what they do is not seen.
// `functions`: those that the operations call, in the same order, as far as they are known.
void notePrecompiled(const std::vector<model::CalledFunction>& functions,
                     std::vector<model::CheckSummary::OperationUse>& operations);

} // namespace heddle::check
