// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "synthesize/oracle.h"
#include "synthesize/test_subject.h"

namespace heddle::synthesize {

// Runs every serial execution of the test (explore/serial_strategy.h), as far as a bound of 2,000, and tells the oracle
// what each shows. `each` sees every outcome; events in which calls only waited in a loop are not counted. False when the
// test cannot be examined: its prefix fails, or the budget is over.
bool linearise(TestSubject& subject,
               const explore::Budget& budget,
               Oracle& oracle,
               const std::function<void(const runtime::Outcome&)>& each);

} // namespace heddle::synthesize
