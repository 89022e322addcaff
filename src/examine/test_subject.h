// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "examine/test_calls.h"
#include "explore/subject.h"
#include "model/test.h"

namespace heddle::examine {

// A test of a class as the subject of an exploration: its executions begin at the end of the prefix, once that is known.
class TestSubject final : public explore::Subject {
public:
  // `budget` may be null.
  TestSubject(const model::Test& test, const runtime::Options& options, explore::Budget* budget);

  unsigned start() const override;
  bool prefixEnded() const { return calls_.prefixEnded(); }
  // A construct is not supported: nothing more can be learned from the test.
  bool isStopped() const { return !unsupported_.empty(); }
  const model::Message& unsupported() const { return unsupported_; }
  bool classHasThreads() const { return classHasThreads_; }
  const model::Test& test() const { return test_; }
  // The test without the calls that were refused in the execution just run.
  model::Test withoutRefusedCalls() const;

private:
  runtime::CallSource* calls() override { return &calls_; }
  void ended(const runtime::Outcome& outcome) override;

  const model::Test& test_;
  unsigned slot_; // for the end of the prefix
  TestCalls calls_;
  bool classHasThreads_ = false;
  model::Message unsupported_;
};

} // namespace heddle::examine
