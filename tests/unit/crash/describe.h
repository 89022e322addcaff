// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "crash/crash.h"

namespace heddle::crash {

// A report and its target in few lines, to compare with what is expected: frames of the user's in full (once, when they
// repeat), runs of others as their number.
std::string describe(const model::CrashReport& report);

// What `parseCrash` and `describe` make of a text, or the error.
std::string describeText(const std::string& text);

} // namespace heddle::crash
