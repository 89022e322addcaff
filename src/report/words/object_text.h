// SPDX-License-Identifier: Apache-2.0
// What things are called in a report: never an address.
#pragma once

#include <string>

#include "model/source_place.h"
#include "model/step.h"
#include "model/trace.h"

namespace heddle::report {

// "T2"
std::string threadName(unsigned thread);

// "account.cpp:12"
std::string placeText(const model::SourcePlace& place);

// "a local of T0", "a global", "heap#3+8"
std::string locationText(const model::MemoryLocation& location);

// The name in the user's source when it has one; "" for no object.
std::string objectText(const model::Object& object);

// "mutex `m`", "condition variable `cv`", ...: what an operation works on.
std::string objectPhrase(model::EventKind operation, const std::string& name);

} // namespace heddle::report
