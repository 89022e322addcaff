// SPDX-License-Identifier: Apache-2.0
#include "examine/test_tally.h"

#include "support/check.h"

namespace heddle::examine {

using model::increment;

TestTally::TestTally(model::HarnessStatus& status) : status_(status) {
  publishBounds();
}

void TestTally::add(const Examination& examination) {
  auto& counters = status_.counters;
  const explore::Extent& extent = examination.extent;
  increment(counters.tests, 1);
  increment(counters.testsExhausted, extent.exhausted ? 1 : 0);
  increment(counters.testsWithOmissions, extent.leftSomethingOut ? 1 : 0);
  increment(counters.testsWithUnknownOrders, examination.ordersUnknown ? 1 : 0);
  increment(counters.testsFailingSerially, examination.failsSerially ? 1 : 0);
  increment(counters.requirements, examination.requirements);
  increment(counters.requirementsCovered, examination.requirementsCovered);
  HEDDLE_CHECK(counters.requirementsCovered <= counters.requirements)
      << "more access patterns were covered than predicted";
  HEDDLE_CHECK(counters.testsExhausted <= counters.tests) << "more tests were exhausted than run";
  if (!extent.exhausted)
    return;
  bounds_.narrow(extent.bounds);
  publishBounds();
}

void TestTally::publishBounds() {
  status_.preemptionBound.store(bounds_.preemptions, std::memory_order_relaxed);
  status_.delayBound.store(bounds_.delays, std::memory_order_relaxed);
}

} // namespace heddle::examine
