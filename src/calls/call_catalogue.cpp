// SPDX-License-Identifier: Apache-2.0
#include "calls/call_catalogue.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "support/check.h"
#include "support/hash.h"

namespace heddle::calls {

namespace {

using abi::OperationKind;

bool makesAnObject(const abi::Operation& operation) {
  return operation.kind == OperationKind::Constructor || operation.kind == OperationKind::Factory;
}

bool isDrivenMethod(const abi::Operation& operation) {
  return !makesAnObject(operation) && operation.unsupported == nullptr;
}

std::span<const std::uint16_t> recipesOf(const abi::Operation& operation) {
  return {operation.choiceCounts, operation.parameterCount};
}

abi::Call makeCall(std::uint32_t operation, const Choices& choices) {
  HEDDLE_CHECK(choices.size() <= abi::kMaxChoices)
      << "a call with " << choices.size() << " arguments, at most " << abi::kMaxChoices << " fit";
  abi::Call call = {};
  call.operation = static_cast<std::uint16_t>(operation);
  call.choiceCount = static_cast<std::uint8_t>(choices.size());
  std::ranges::copy(choices, call.choices);
  return call;
}

} // namespace

model::Call toModel(const abi::Call& call) {
  return {.operation = call.operation,
          .receiver = call.receiver,
          .choices = {call.choices, call.choices + call.choiceCount}};
}

std::size_t CallCatalogue::Hash::operator()(const abi::Call& call) const {
  Hasher hasher;
  hasher.add(call.operation).add(call.receiver);
  for (unsigned i = 0; i < call.choiceCount; ++i)
    hasher.add(call.choices[i]);
  return hasher.value();
}

bool CallCatalogue::Equal::operator()(const abi::Call& a, const abi::Call& b) const {
  return a.operation == b.operation && a.receiver == b.receiver &&
         std::equal(a.choices, a.choices + a.choiceCount, b.choices, b.choices + b.choiceCount);
}

CallId CallCatalogue::intern(const abi::Call& call) {
  auto [entry, isNew] = ids_.try_emplace(call, static_cast<CallId>(calls_.size()));
  if (isNew)
    calls_.push_back(call);
  return entry->second;
}

std::vector<std::uint16_t> CallCatalogue::operations() const {
  std::vector<std::uint16_t> found;
  for (std::uint32_t i = 0; i < table_.operationCount; ++i)
    if (isDrivenMethod(table_.operations[i]))
      found.push_back(static_cast<std::uint16_t>(i));
  return found;
}

CallId CallCatalogue::callOf(unsigned operation, const Choices& choices) {
  HEDDLE_CHECK(operation < table_.operationCount)
      << "operation " << operation << " of a class with " << table_.operationCount;
  HEDDLE_CHECK(choices.size() == table_.operations[operation].parameterCount)
      << choices.size() << " arguments for " << table_.operations[operation].parameterCount
      << " parameters";
  return intern(makeCall(operation, choices));
}

std::vector<CallId> CallCatalogue::constructions(std::size_t mostPerOperation) {
  std::vector<CallId> found;
  for (std::uint32_t i = 0; i < table_.operationCount; ++i) {
    const abi::Operation& operation = table_.operations[i];
    if (!makesAnObject(operation) || operation.unsupported != nullptr)
      continue;
    for (const Choices& choices :
         choiceCombinations(recipesOf(operation), mostPerOperation, nullptr))
      found.push_back(intern(makeCall(i, choices)));
  }
  return found;
}

std::vector<CallId>
CallCatalogue::calls(std::uint64_t seed, std::uint64_t round, std::size_t most) {
  constexpr std::size_t kMostPerOperation =
      6; // arbitrary: 0, 1, -1, 2 and two more of the integers
  std::vector<std::vector<CallId>> perOperation;
  Rng random(seed, round);
  for (std::uint32_t i = 0; i < table_.operationCount; ++i) {
    const abi::Operation& operation = table_.operations[i];
    if (!isDrivenMethod(operation))
      continue;
    std::vector<CallId>& calls = perOperation.emplace_back();
    for (const Choices& choices : choiceCombinations(
             recipesOf(operation), kMostPerOperation, round == 0 ? nullptr : &random)) {
      abi::Call call = makeCall(i, choices);
      if (!mentionsPeer(call))
        calls.push_back(intern(call));
    }
  }
  // Every operation gets two turns, even beyond `most`.
  std::vector<CallId> found;
  for (std::size_t rank = 0; rank < kMostPerOperation; ++rank)
    for (const std::vector<CallId>& calls : perOperation)
      if (rank < calls.size() && (rank < 2 || found.size() < most))
        found.push_back(calls[rank]);
  return found;
}

std::vector<CallId> CallCatalogue::callsWithPeer(std::size_t mostPerOperation) {
  constexpr std::size_t kListed = 64;
  std::vector<CallId> found;
  for (std::uint32_t i = 0; i < table_.operationCount; ++i) {
    const abi::Operation& operation = table_.operations[i];
    if (!isDrivenMethod(operation))
      continue;
    std::size_t kept = 0;
    for (const Choices& choices : choiceCombinations(recipesOf(operation), kListed, nullptr)) {
      abi::Call call = makeCall(i, choices);
      if (kept < mostPerOperation && mentionsPeer(call)) {
        found.push_back(intern(call));
        ++kept;
      }
    }
  }
  return found;
}

CallId CallCatalogue::mirrored(CallId id) {
  HEDDLE_CHECK(id < size()) << "call " << id << " of a catalogue with " << size();
  abi::Call call = calls_[id];
  call.receiver ^= 1;
  return intern(call);
}

// The objects are called `$0` and `$1` in the source of a call.
bool CallCatalogue::mentionsPeer(const abi::Call& call) const {
  const abi::Operation& operation = table_.operations[call.operation];
  if (operation.write == nullptr)
    return false;
  std::array<char, 4096> text;
  unsigned length = operation.write(call, text.data(), text.size());
  return std::string_view(text.data(), length).find("$1") != std::string_view::npos;
}

model::Sequence CallCatalogue::sequence(const std::vector<CallId>& ids) const {
  model::Sequence sequence;
  for (CallId id : ids) {
    HEDDLE_CHECK(id < size()) << "call " << id << " of a catalogue with " << size();
    sequence.push_back(toModel(calls_[id]));
  }
  return sequence;
}

model::Test CallCatalogue::test(const std::vector<CallId>& prefix,
                                const std::vector<std::vector<CallId>>& suffixes,
                                const std::vector<CallId>& epilogue) const {
  HEDDLE_CHECK(!prefix.empty()) << "a test without a call that makes the object";
  HEDDLE_CHECK(!suffixes.empty() && suffixes.size() <= abi::kMaxLanes)
      << "a test with " << suffixes.size() << " lanes";
  model::Test test{.prefix = sequence(prefix), .suffixes = {}, .epilogue = sequence(epilogue)};
  for (const std::vector<CallId>& suffix : suffixes)
    test.suffixes.push_back(sequence(suffix));
  return test;
}

} // namespace heddle::calls
