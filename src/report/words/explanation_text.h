// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "model/explanation.h"

namespace heddle::report {

// What was observed, then what each serial order gives, one line each:
// "observed: put(1) | take() -> 0; then size() -> 1", "T1, T2: put(1) | take() -> 1; then size() -> 0".
std::vector<std::string> explanationText(const model::Explanation& explanation);

} // namespace heddle::report
