// SPDX-License-Identifier: Apache-2.0
// The file of method summaries that the front end writes beside the class harness.
#pragma once

#include <filesystem>

#include "model/class_summary.h"
#include "support/result.h"

namespace heddle::cli {

// The error says what `heddle` has to go without.
Result<model::ClassSummary> readSummaries(const std::filesystem::path& file);

} // namespace heddle::cli
