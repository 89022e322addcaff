// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "model/finding.h"
#include "report/words/wording.h"

namespace heddle::report {

// Two stacks side by side, innermost frame first, the same functions on the same line; a head line first. Nothing when
// both are empty.
Lines stackTable(const std::vector<model::SourcePlace>& given,
                 const std::vector<model::SourcePlace>& produced,
                 std::size_t width);

} // namespace heddle::report
