// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "synthesize/examiner.h"
#include "synthesize/test_calls.h"

namespace heddle::synthesize {

// Runs executions of one test, from the end of its prefix whenever that is known. Lives while the test is examined; is
// the call source meanwhile.
class TestRunner {
public:
  TestRunner(const model::Test& test, ExecutionListener* listener);
  ~TestRunner();
  TestRunner(const TestRunner&) = delete;
  TestRunner& operator=(const TestRunner&) = delete;

  const runtime::Outcome& run(runtime::Chooser& chooser);
  // From the very start, whatever is known.
  const runtime::Outcome& runFromStart(runtime::Chooser& chooser);

  // Where run() begins: a checkpoint or Strategy::kFromStart.
  unsigned startSlot() const;
  bool prefixEnded() const { return calls_.prefixEnded(); }
  // The listener wants an end, or a construct is not supported.
  bool isStopped() const { return isStopped_; }
  bool classHasThreads() const { return classHasThreads_; }
  // The test without the calls that were refused in the execution just run.
  model::Test withoutRefusedCalls() const;
  const std::string& unsupported() const { return unsupported_; }
  std::uint64_t executions() const { return executions_; }

private:
  const runtime::Outcome& count(const runtime::Outcome& outcome);

  const model::Test& test_;
  TestCalls calls_;
  ExecutionListener* listener_;
  std::uint64_t executions_ = 0;
  bool isStopped_ = false;
  bool classHasThreads_ = false;
  std::string unsupported_;
};

} // namespace heddle::synthesize
