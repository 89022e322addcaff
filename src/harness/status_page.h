// SPDX-License-Identifier: Apache-2.0
// The harness's part of HarnessStatus.
#pragma once

#include <string>

#include "model/harness_protocol.h"
#include "support/result.h"

namespace heddle::harness {

inline constexpr int kFine = 0;
inline constexpr int kUnsupported = 3;

Result<model::HarnessStatus*> mapStatus(const std::string& path);

// Says why the harness gives up; returns the exit status for that.
int fail(model::HarnessStatus& status, const model::Message& message);

// Writes the request's trace file and ends the run.
int finishWith(model::HarnessStatus& status, const std::string& path, const std::string& text);

} // namespace heddle::harness
