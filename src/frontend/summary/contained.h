// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace heddle::frontend {

// Runs `make` in a copy of this process, because instantiating templates that have not been used yet may crash the
// compiler's library. Returns nothing if it crashed or took more than ten seconds of processor time.
std::optional<std::string> runContained(const std::function<std::string()>& make);

} // namespace heddle::frontend
