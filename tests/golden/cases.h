// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "model/run_result.h"

namespace heddle::golden {

struct Case {
  std::string name; // of the baselines: expected/<name>.txt and expected/<name>.json
  std::function<model::RunResult()> make;
};

// How GoogleTest names a case in its own output.
inline void PrintTo(const Case& golden, std::ostream* out) {
  *out << golden.name;
}

std::vector<Case> checkCases();
std::vector<Case> memoryCases();
std::vector<Case> orderCases();
std::vector<Case> waitCases();
std::vector<Case> quietCases();

} // namespace heddle::golden
