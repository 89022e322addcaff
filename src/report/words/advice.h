// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "model/finding.h"

namespace heddle::report {

// What usually helps against this kind of failure: at most two sentences, with the finding's names.
std::vector<std::string> adviceFor(const model::Finding& finding);

} // namespace heddle::report
