// SPDX-License-Identifier: Apache-2.0
// What a generated test can expect. The class is its own specification: the results of the failing execution, taken
// together, are those of no order of the calls. Where all of them are plain values, the test says so.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "codegen/call_writer.h"

namespace heddle::codegen {

struct StoredResult {
  std::string variable;    // "result1"
  std::string declaration; // "bool result1 = false"
  std::string condition;   // "result1 == 3": it is what the failing execution returned
};

struct Expectation {
  std::map<const WrittenCall*, StoredResult> results;
  std::string forbidden; // the conditions of all results, joined by &&
};

// Nothing when some result takes more than a literal to compare with.
std::optional<Expectation> expectationOf(const WrittenTest& test);

} // namespace heddle::codegen
