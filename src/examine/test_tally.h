// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "examine/examiner.h"
#include "model/harness_protocol.h"

namespace heddle::examine {

// Adds up in the live status how completely tests were explored. The CLI derives the verdict from it.
class TestTally {
public:
  // The status outlives it.
  explicit TestTally(model::HarnessStatus& status);

  // One more test, after its examination.
  void add(const Examination& examination);
  // The same for a test that is not part of what the verdict is about.
  void addWidened(const Examination& examination);
  std::uint64_t tests() const { return status_.counters.tests.load(std::memory_order_relaxed); }

private:
  void addRequirements(const Examination& examination);
  void publishBounds();

  model::HarnessStatus& status_;
  model::Bounds bounds_; // within which every exhausted test was explored
};

} // namespace heddle::examine
