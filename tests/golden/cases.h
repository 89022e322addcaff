// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "model/run_result.h"
#include "report/deps_report.h"

namespace heddle::golden {

struct Case {
  std::string name; // of the baselines: expected/<name>.txt and expected/<name>.json
  std::function<model::RunResult()> make;
};

struct DepsCase {
  std::string name;
  std::function<report::Dependencies()> make;
  bool isLarge = false; // only its page has a baseline
};

// How GoogleTest names a case in its own output.
inline void PrintTo(const Case& golden, std::ostream* out) {
  *out << golden.name;
}

inline void PrintTo(const DepsCase& golden, std::ostream* out) {
  *out << golden.name;
}

std::vector<DepsCase> depsCases();
std::vector<Case> checkCases();
std::vector<Case> memoryCases();
std::vector<Case> orderCases();
std::vector<Case> waitCases();
std::vector<Case> quietCases();

} // namespace heddle::golden
