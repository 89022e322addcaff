// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "model/trace.h"
#include "report/names.h"
#include "report/places.h"

namespace heddle::report {

// One lower-case line that says what went wrong, with the user's names in it.
std::string titleOf(const model::Trace& trace, const Places& places, const Names& names);

} // namespace heddle::report
