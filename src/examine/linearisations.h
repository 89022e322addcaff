// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "examine/call_parts.h"
#include "examine/oracle.h"
#include "examine/test_subject.h"

namespace heddle::examine {

// Runs every serial execution of the test (explore/strategies/serial_strategy.h), at most 2,000, and passes each
// observation to the oracle. `each` sees every outcome; events in which calls only waited in a loop are not counted.
// Returns false if the test cannot be examined: its prefix fails, or the budget is over.
bool linearise(TestSubject& subject,
               const explore::Budget& budget,
               Oracle& oracle,
               const std::function<void(const runtime::Outcome&)>& each);

// Runs executions in which calls that are weakly consistent by design (call_parts.h) may be interrupted by others, which
// are whole, and passes their observations to the oracle. `parts` knows what the calls do in serial executions. The
// subject must run with calling contexts.
void interruptWeakCalls(TestSubject& subject,
                        const explore::Budget& budget,
                        const CallParts& parts,
                        Oracle& oracle);

} // namespace heddle::examine
