// SPDX-License-Identifier: Apache-2.0
#include "examine/test_tally.h"

#include "support/check.h"

namespace heddle::examine {

namespace {

void increase(std::atomic<std::uint64_t>& counter, std::uint64_t count) {
  counter.store(counter.load(std::memory_order_relaxed) + count, std::memory_order_relaxed);
}

} // namespace

TestTally::TestTally(model::HarnessStatus& status) : status_(status) {
  publishBounds();
}

void TestTally::add(const Examination& examination) {
  auto& counters = status_.counters;
  const explore::Extent& extent = examination.extent;
  increase(counters.tests, 1);
  increase(counters.testsExhausted, extent.exhausted ? 1 : 0);
  increase(counters.testsWithOmissions, extent.leftSomethingOut ? 1 : 0);
  increase(counters.testsWithUnknownOrders, examination.ordersUnknown ? 1 : 0);
  increase(counters.testsFailingSerially, examination.failsSerially ? 1 : 0);
  increase(counters.requirements, examination.requirements);
  increase(counters.requirementsCovered, examination.requirementsCovered);
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
