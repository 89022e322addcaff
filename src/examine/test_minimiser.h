// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "examine/examiner.h"

namespace heddle::examine {

// Examines a smaller test for the violation that is being minimised; nothing if it does not have it, or if no more
// executions may be spent.
using Reexamine = std::function<std::optional<Violation>(const model::Test& test)>;

// The smallest test found that still has the violation: fewest calls, then simplest arguments.
Violation minimiseTest(const Violation& violation, const Reexamine& reexamine);

} // namespace heddle::examine
