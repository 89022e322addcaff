// SPDX-License-Identifier: Apache-2.0
// The two forms of an answer, chosen by render().
#pragma once

#include <string>

#include "model/run_result.h"
#include "report/deps_report.h"
#include "report/report.h"

namespace heddle::report {

std::string textPage(const model::RunResult& result, const TextOptions& options);
std::string jsonDocument(const model::RunResult& result);

// `all`: every method and every pair instead of one screen.
std::string textPage(const Dependencies& dependencies, const TextOptions& options, bool all);
std::string jsonDocument(const Dependencies& dependencies);

} // namespace heddle::report
