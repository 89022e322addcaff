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
  addRequirements(examination);
  HEDDLE_CHECK(counters.testsExhausted <= counters.tests) << "more tests were exhausted than run";
  if (!extent.exhausted)
    return;
  bounds_.narrow(extent.bounds);
  publishBounds();
}

void TestTally::addWidened(const Examination& examination) {
  increment(status_.counters.tests, 1);
  increment(status_.counters.widenedTests, 1);
  addRequirements(examination);
}

void TestTally::addRequirements(const Examination& examination) {
  auto& counters = status_.counters;
  increment(counters.requirements, examination.requirements);
  increment(counters.requirementsCovered, examination.requirementsCovered);
  HEDDLE_CHECK(counters.requirementsCovered <= counters.requirements)
      << "more access patterns were covered than predicted";
}

void TestTally::publishBounds() {
  status_.preemptionBound.store(bounds_.preemptions, std::memory_order_relaxed);
  status_.delayBound.store(bounds_.delays, std::memory_order_relaxed);
}

} // namespace heddle::examine
