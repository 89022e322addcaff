// SPDX-License-Identifier: Apache-2.0
// The file of method summaries that the front end writes next to the class harness.
#pragma once

#include <filesystem>

#include "model/classes/class_summary.h"
#include "support/result.h"

namespace heddle::cli {

// The error says why there are none.
Result<model::ClassSummary> readSummaries(const std::filesystem::path& file);

} // namespace heddle::cli
