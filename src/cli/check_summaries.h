// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "model/classes/check_summary.h"

namespace heddle::cli {

// What the harnesses of one check wrote, as one summary: sums, and the course of the first. What cannot be read is left
// out: a harness that died wrote nothing.
model::CheckSummary mergeSummaries(const std::vector<std::string>& texts);

} // namespace heddle::cli
