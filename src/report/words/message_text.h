// SPDX-License-Identifier: Apache-2.0
// The words of messages (messages.def).
#pragma once

#include <string>
#include <vector>

#include "model/explanation.h"
#include "model/message.h"

namespace heddle::report {

std::string messageText(const model::Message& message);
std::vector<std::string> textsOf(const std::vector<model::Message>& messages);

// "take() -> 1", "last() throws std::out_of_range", "take() never ends", "put(1)"
std::string callText(const std::string& source, const model::CallOutcome& outcome);

} // namespace heddle::report
