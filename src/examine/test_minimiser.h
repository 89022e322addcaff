// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "examine/examiner.h"

namespace heddle::examine {

// Examines a smaller test for the violation that is being minimised; nothing when it does not show it, or when no more
// executions may be spent.
using Reexamine = std::function<std::optional<Violation>(const model::Test& test)>;

// The smallest test found that still shows the violation: fewest calls, then simplest arguments.
Violation minimiseTest(const Violation& violation, const Reexamine& reexamine);

} // namespace heddle::examine
