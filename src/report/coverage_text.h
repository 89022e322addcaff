// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/run_result.h"
#include "report/words/wording.h"

namespace heddle::report {

// What was covered, for the page of a check that found nothing: methods driven, methods skipped and why, results that were
// not compared and why, tests by shape, how many were explored completely.
Lines coverageText(const model::ClassCoverage& coverage,
                   const model::Completeness& completeness,
                   std::size_t width,
                   std::size_t maxLines);

// "41 of an estimated 312 memory-access patterns, in 104 of 5000 executions"; "" if there are none to speak of.
std::string patternsText(const model::RunResult& result);

// "7 of 9 methods"
std::string drivenText(const model::ClassCoverage& coverage);

// "1|1", "two objects"
std::string shapeText(model::TestShape shape);

} // namespace heddle::report
