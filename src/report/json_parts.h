// SPDX-License-Identifier: Apache-2.0
// What the JSON documents of all commands have in common.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "model/run_result.h"

namespace heddle::report {

using JsonValue = nlohmann::ordered_json; // a fixed order of keys: equal results are equal bytes

constexpr int kJsonVersion = 2;

JsonValue placeJson(const model::SourcePlace& place); // null when unknown
JsonValue diagnosticsJson(const std::vector<model::Diagnostic>& diagnostics);

// Times to the microsecond: more digits are noise.
inline double rounded(double seconds) {
  return std::round(seconds * 1e6) / 1e6;
}

// Bytes that are not UTF-8 become U+FFFD: a subject may print such, or have them in its names.
inline std::string documentOf(const JsonValue& json) {
  return json.dump(2, ' ', false, JsonValue::error_handler_t::replace) + "\n";
}

} // namespace heddle::report
