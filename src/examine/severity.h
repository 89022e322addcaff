// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/severity.h"
#include "model/test.h"
#include "runtime/calls.h"

namespace heddle::examine {

// Whether plainer arguments were tried and do not fail.
enum class Minimised : std::uint8_t { No, Yes };

// Why a test says less about the class than the kind of its failure suggests: it has an argument that no client need ever
// pass. As long as plainer ones have not been tried, only callables of heddle's count: extreme values are common in tests.
model::SeverityReason severityReasonOf(runtime::FailureKind kind,
                                       const model::Test& test,
                                       const abi::ClassTable& table,
                                       Minimised minimised);

// The test with plain arguments wherever there are any; the same test if all are plain.
model::Test withPlainArguments(const model::Test& test, const abi::ClassTable& table);

// Recipes of the parameter that any client may use, also those of widened tests; none if all arguments of the call are such.
std::vector<std::uint16_t>
plainerRecipes(const model::Call& call, std::size_t parameter, const abi::ClassTable& table);

} // namespace heddle::examine
