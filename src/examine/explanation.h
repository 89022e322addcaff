// SPDX-License-Identifier: Apache-2.0
// A verdict in words.
#pragma once

#include <string>
#include <vector>

#include "examine/oracle.h"
#include "model/test_source.h"

namespace heddle::examine {

// A call's source as a phrase: without set-up lines and without the object under test.
std::string phraseOf(const std::string& callSource);

// One line: what went wrong, for verdicts over results (Exception, Linearizability).
std::string messageOf(const Verdict& verdict,
                      const Observation& observed,
                      const Oracle& oracle,
                      const model::TestSource& source);

// What was observed, then what the linearisations give, one line each:
// "observed: put(1) | take() -> 0; then size() -> 1", "put(1), take(): put(1) | take() -> 1; then size() -> 0".
std::vector<std::string>
explain(const Observation& observed, const Oracle& oracle, const model::TestSource& source);

} // namespace heddle::examine
