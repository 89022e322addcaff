// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "examine/examiner.h"

namespace heddle::examine {

// Examines a smaller test for the violation that is being minimised; nothing if it does not have it, or if no more
// executions may be spent.
using Reexamine = std::function<std::optional<Violation>(const model::Test& test)>;

// Recipes that are plainer than the one of this parameter, whatever their numbers; none if it is plain.
using PlainerRecipes =
    std::function<std::vector<std::uint16_t>(const model::Call& call, std::size_t parameter)>;

// The smallest test found that still has the violation: fewest calls, then simplest arguments.
Violation minimiseTest(const Violation& violation,
                       const Reexamine& reexamine,
                       const PlainerRecipes& plainerRecipes);

} // namespace heddle::examine
