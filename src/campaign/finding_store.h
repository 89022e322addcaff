// SPDX-License-Identifier: Apache-2.0
// The findings in an output directory: <out>/0001.heddle, <out>/0002.heddle, ...
#pragma once

#include <filesystem>
#include <string>

#include "model/finding.h"
#include "support/result.h"

namespace heddle::campaign {

// A failure that is already in the directory (same signature, same program) keeps its id, so that running twice gives
// the same answer.
void assignId(const std::filesystem::path& out, model::Finding& finding);

// Under its id, which it must have.
Result<void> storeFinding(const std::filesystem::path& out, const model::Finding& finding);

Result<model::Finding> loadFinding(const std::filesystem::path& file);

// Path of the finding written last, "" when there is none.
std::filesystem::path newestFinding(const std::filesystem::path& out);

} // namespace heddle::campaign
