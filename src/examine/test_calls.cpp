// SPDX-License-Identifier: Apache-2.0
#include "examine/test_calls.h"

#include <algorithm>

#include "support/check.h"

namespace heddle::examine {

using model::MessageId;

abi::Call toCall(const model::Call& call) {
  HEDDLE_CHECK(call.choices.size() <= abi::kMaxChoices)
      << "a call with " << call.choices.size() << " arguments";
  abi::Call result = {};
  result.operation = call.operation;
  result.receiver = call.receiver;
  result.choiceCount = static_cast<std::uint8_t>(call.choices.size());
  std::copy_n(call.choices.begin(), result.choiceCount, result.choices);
  return result;
}

namespace {

model::Message problemWith(MessageId id, std::vector<std::string> arguments) {
  return {.id = id, .arguments = std::move(arguments)};
}

model::Message problemOf(const model::Call& call, const abi::ClassTable& table) {
  using std::to_string;
  if (call.operation >= table.operationCount)
    return problemWith(MessageId::TestHasOperation,
                       {to_string(call.operation), to_string(table.operationCount)});
  const abi::Operation& operation = table.operations[call.operation];
  if (operation.unsupported != nullptr) {
    model::Message why;
    model::messageFromText(operation.unsupported, why);
    return model::wrap(MessageId::TestCallsUnsupported, {operation.signature}, why);
  }
  if (call.receiver >= abi::kMaxObjects)
    return problemWith(MessageId::TestHasObject,
                       {to_string(call.receiver), to_string(abi::kMaxObjects)});
  if (call.choices.size() != operation.parameterCount)
    return problemWith(
        MessageId::TestHasArguments,
        {operation.signature, to_string(operation.parameterCount), to_string(call.choices.size())});
  const std::uint16_t* counts =
      operation.wideChoiceCounts != nullptr ? operation.wideChoiceCounts : operation.choiceCounts;
  for (std::size_t i = 0; i < call.choices.size(); ++i)
    if (call.choices[i] >= counts[i])
      return problemWith(MessageId::TestHasValue,
                         {to_string(i + 1),
                          operation.signature,
                          to_string(counts[i]),
                          to_string(call.choices[i])});
  return {};
}

} // namespace

model::Message problemOf(const model::Test& test, const abi::ClassTable& table) {
  std::vector<const model::Sequence*> parts = {&test.prefix, &test.epilogue};
  for (const model::Sequence& suffix : test.suffixes)
    parts.push_back(&suffix);
  if (test.suffixes.empty() || test.suffixes.size() > abi::kMaxLanes)
    return problemWith(MessageId::TestHasThreads,
                       {std::to_string(abi::kMaxLanes), std::to_string(test.suffixes.size())});
  for (const model::Sequence* part : parts)
    for (const model::Call& call : *part)
      if (model::Message problem = problemOf(call, table); !problem.empty())
        return problem;
  return {};
}

TestCalls::TestCalls(const model::Test& test, unsigned slot)
    : lanes_(static_cast<unsigned>(test.suffixes.size())), slot_(slot) {
  HEDDLE_CHECK(!test.suffixes.empty() && test.suffixes.size() <= abi::kMaxLanes)
      << "a test with " << test.suffixes.size() << " lanes";
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
  if (lane == abi::kEpilogueLane && index == 0)
    endings_.beginEnding();
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

} // namespace heddle::examine
