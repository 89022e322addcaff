// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "model/trace.h"

namespace heddle::report {

// The value an event read or wrote, never as an address: a decimal number, `null`, `heap#3`; "" when
// there is none worth showing. Nothing is guessed about its type: 1 stays 1, not `true`.
std::string readableValue(const model::Trace& trace, const model::Event& event);

// "stack of T0-120" -> "a local of T0"; other texts are fit to be shown as they are.
std::string readableLocation(const std::string& text);

bool isRead(model::EventKind kind);
bool isWrite(model::EventKind kind); // updates are both

} // namespace heddle::report
