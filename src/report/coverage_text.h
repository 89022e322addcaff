// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/run_result.h"
#include "report/wording.h"

namespace heddle::report {

// A public method (or a constructor, or what the class offers besides) and why it was not driven.
struct MethodUse {
  std::string signature;
  std::uint64_t tests = 0; // with a concurrent call of it
  std::string problem;     // "" when it was driven
};

// In the order of the class. Constructors are left out: every test has one.
std::vector<MethodUse> methodsOf(const model::ClassCoverage& coverage);

// What was covered, for the page of a check that found nothing: methods driven, methods skipped and why, tests by
// shape, how many were explored completely.
Lines coverageText(const model::ClassCoverage& coverage, std::size_t width, std::size_t maxLines);

// "7 of 9 methods"
std::string drivenText(const model::ClassCoverage& coverage);

} // namespace heddle::report
