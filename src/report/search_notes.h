// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "model/run_result.h"

namespace heddle::report {

// What a strategy says about its own search: that it has reached its end, or what it had to do without. One line each.
std::vector<std::string> searchNotes(const model::RunResult& result);

} // namespace heddle::report
