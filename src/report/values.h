// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "model/trace.h"

namespace heddle::report {

// The number an event read or wrote, in decimal, or whether a try-lock worked; "" when there is nothing
// worth showing. Nothing is guessed about its type: 1 stays 1, not `true`. Pointers: Names::pointee.
std::string readableValue(const model::Event& event);

// "stack of T0-120" -> "a local of T0", "global+0x40" -> "a global"; "heap#3+8" is fit to be shown.
std::string readableLocation(const std::string& text);

bool isRead(model::EventKind kind);
bool isWrite(model::EventKind kind); // updates are both

} // namespace heddle::report
