// SPDX-License-Identifier: Apache-2.0
// Why a verdict is what it is, as data.
#pragma once

#include <string>

#include "examine/oracle.h"
#include "model/explanation.h"
#include "model/message.h"
#include "model/test_source.h"

namespace heddle::examine {

// A call's source as a phrase: without set-up lines and without the object under test.
std::string phraseOf(const std::string& callSource);

// What went wrong, for verdicts over results (Exception, Linearizability).
model::Message messageOf(const Verdict& verdict,
                         const Observation& observed,
                         const Oracle& oracle,
                         const model::TestSource& source);

// The operation returns a reference that its client cannot use safely.
model::Message referenceEscapes(unsigned operation);

// What was observed, and what the linearisations give.
model::Explanation
explain(const Observation& observed, const Oracle& oracle, const model::TestSource& source);

} // namespace heddle::examine
