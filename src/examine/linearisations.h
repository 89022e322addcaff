// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

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

} // namespace heddle::examine
