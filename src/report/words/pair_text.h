// SPDX-License-Identifier: Apache-2.0
// The words for the orders that explain a finding.
#pragma once

#include <string>

#include "model/finding.h"

namespace heddle::report {

// "T2 wrote `value_` at :25 between T1's write at :15 and read at :16". A place in the file of the finding has no file name.
std::string pairText(const model::Finding& finding, const model::OrderedPair& pair);

} // namespace heddle::report
