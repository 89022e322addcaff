// SPDX-License-Identifier: Apache-2.0
// Which value recipes the parameters of one operation receive.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "support/rng.h"

namespace heddle::calls {

using Choices = std::vector<std::uint16_t>; // one recipe per parameter

// At most `most` different combinations for parameters with `counts` recipes each, simple ones first. Recipes are
// ordered from plain to odd, so combinations are listed by the sum of their recipe numbers. If there are more
// than `most`, the second half is drawn from `random` instead, so that another stream gives other values;
// null: only simple ones.
std::vector<Choices>
choiceCombinations(std::span<const std::uint16_t> counts, std::size_t most, Rng* random);

} // namespace heddle::calls
