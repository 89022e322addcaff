// SPDX-License-Identifier: Apache-2.0
#include "synthesize/test_calls.h"

#include <algorithm>

namespace heddle::synthesize {

abi::Call toCall(const model::Call& call) {
  abi::Call result = {};
  result.operation = call.operation;
  result.receiver = call.receiver;
  result.choiceCount =
      static_cast<std::uint8_t>(std::min<std::size_t>(call.choices.size(), abi::kMaxChoices));
  std::copy_n(call.choices.begin(), result.choiceCount, result.choices);
  return result;
}

TestCalls::TestCalls(const model::Test& test, unsigned slot)
    : lanes_(static_cast<unsigned>(std::min<std::size_t>(test.suffixes.size(), abi::kMaxLanes))),
      slot_(slot) {
  auto fill = [&](unsigned lane, const model::Sequence& sequence) {
    for (const model::Call& call : sequence)
      calls_[lane].push_back(toCall(call));
  };
  fill(abi::kPrefixLane, test.prefix);
  for (unsigned i = 0; i < lanes_; ++i)
    fill(i + 1, test.suffixes[i]);
  fill(abi::kEpilogueLane, test.epilogue);
}

const abi::Call* TestCalls::nextCall(unsigned lane, unsigned index) {
  if (index < calls_[lane].size())
    return &calls_[lane][index];
  if (lane != abi::kPrefixLane || prefixEnded_)
    return nullptr;
  prefixEnded_ = true;
  if (slot_ != kNoSlot && runtime::threadsOfTheClass() == 0) {
    isSaved_ = true;
    runtime::saveCheckpoint(slot_);
  }
  return nullptr;
}

} // namespace heddle::synthesize
