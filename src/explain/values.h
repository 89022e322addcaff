// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/step.h"
#include "model/trace.h"

namespace heddle::explain {

// What an event read or wrote, or whether a try-lock worked; none when it is not worth showing. Nothing is guessed
// about its type: 1 stays 1, not `true`. Pointers: Names::pointee.
model::Value valueOf(const model::Event& event);

bool isRead(model::EventKind kind);
bool isWrite(model::EventKind kind); // updates are both

} // namespace heddle::explain
