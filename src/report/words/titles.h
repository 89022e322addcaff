// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "model/finding.h"

namespace heddle::report {

// One line: what went wrong.
std::string titleOf(const model::Finding& finding);

// The threads that wait for each other, in the order of waiting; one that waits for itself; none.
std::vector<unsigned> waitCycle(const model::Finding& finding);

} // namespace heddle::report
