// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "examine/known_endings.h"
#include "model/message.h"
#include "model/test.h"
#include "runtime/calls.h"

namespace heddle::examine {

// Supplies the calls of one test, except those of an epilogue whose results are known. The state at the end of the
// prefix is kept in a checkpoint, so that it is built once and not once per execution; unless the class has its own
// threads, whose choices begin in the prefix.
class TestCalls final : public runtime::CallSource {
public:
  static constexpr unsigned kNoSlot = ~0u; // keep no checkpoint

  TestCalls(const model::Test& test, unsigned slot);

  const abi::Call* nextCall(unsigned lane, unsigned index) override;
  unsigned laneCount() override { return lanes_; }

  // Called after every execution.
  void endExecution(const runtime::Outcome& outcome) { endings_.endExecution(outcome); }

  // Whether an execution has reached the end of the prefix.
  bool prefixEnded() const { return prefixEnded_; }
  // Whether the checkpoint can be resumed.
  bool isSaved() const { return isSaved_; }

private:
  std::array<std::vector<abi::Call>, abi::kLanes> calls_; // by lane
  unsigned lanes_;
  unsigned slot_;
  bool prefixEnded_ = false;
  bool isSaved_ = false;
  KnownEndings endings_;
};

abi::Call toCall(const model::Call& call);

// Why the class cannot be called like this; none when it can.
model::Message problemOf(const model::Test& test, const abi::ClassTable& table);

} // namespace heddle::examine
