// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "model/finding.h"

namespace heddle::report {

// Why a finding is less than an error: "the class calls unknown code while it holds a lock". "" for errors.
std::string_view severityText(const model::Finding& finding);

} // namespace heddle::report
