// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/severity.h"
#include "model/test.h"
#include "runtime/calls.h"

namespace heddle::examine {

// Why a minimised test says less about the class than the kind of its failure suggests: it still has an argument that no
// client need ever pass, so plainer ones do not fail.
model::SeverityReason
severityReasonOf(runtime::FailureKind kind, const model::Test& test, const abi::ClassTable& table);

// Recipes of the parameter that any client may use, also those of widened tests; none if all arguments of the call are such.
std::vector<std::uint16_t>
plainerRecipes(const model::Call& call, std::size_t parameter, const abi::ClassTable& table);

} // namespace heddle::examine
