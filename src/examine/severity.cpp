// SPDX-License-Identifier: Apache-2.0
#include "examine/severity.h"

#include <algorithm>
#include <initializer_list>

namespace heddle::examine {

namespace {

using abi::ValueTrait;
using runtime::FailureKind;

ValueTrait traitOf(const model::Call& call, std::size_t parameter, const abi::ClassTable& table) {
  if (call.operation >= table.operationCount)
    return ValueTrait::Plain;
  const abi::Operation& operation = table.operations[call.operation];
  return operation.traitOf == nullptr || parameter >= operation.parameterCount
             ? ValueTrait::Plain
             : operation.traitOf(static_cast<unsigned>(parameter), call.choices[parameter]);
}

bool has(const model::Sequence& calls, ValueTrait trait, const abi::ClassTable& table) {
  return std::ranges::any_of(calls, [&](const model::Call& call) {
    for (std::size_t i = 0; i < call.choices.size(); ++i)
      if (traitOf(call, i, table) == trait)
        return true;
    return false;
  });
}

bool has(const model::Test& test, ValueTrait trait, const abi::ClassTable& table) {
  return has(test.prefix, trait, table) || has(test.epilogue, trait, table) ||
         std::ranges::any_of(test.suffixes, [&](const model::Sequence& suffix) {
           return has(suffix, trait, table);
         });
}

// A call whose callback calls objects is not one step: no order of whole calls need explain its result.
bool isOfTheOracle(FailureKind kind) {
  return kind == FailureKind::Linearizability || kind == FailureKind::Exception ||
         kind == FailureKind::WeakConsistency;
}

bool neverEnds(FailureKind kind) {
  return kind == FailureKind::Deadlock || kind == FailureKind::LostWakeup ||
         kind == FailureKind::Hang || kind == FailureKind::Livelock;
}

} // namespace

model::SeverityReason severityReasonOf(FailureKind kind,
                                       const model::Test& test,
                                       const abi::ClassTable& table,
                                       Minimised minimised) {
  // A callback that merely asks the object must not make it hang.
  const bool blamesCallbacks = neverEnds(kind) || isOfTheOracle(kind);
  if (blamesCallbacks &&
      (has(test, ValueTrait::CallsPeer, table) || has(test, ValueTrait::Changes, table)))
    return model::SeverityReason::CallsUnknownCode;
  if (has(test, ValueTrait::Throws, table))
    return model::SeverityReason::ThrowingCallback;
  for (ValueTrait trait : {ValueTrait::Extreme, ValueTrait::TheObject})
    if (minimised == Minimised::Yes && has(test, trait, table))
      return model::SeverityReason::ExtremeArguments;
  return model::SeverityReason::None;
}

model::Test withPlainArguments(const model::Test& test, const abi::ClassTable& table) {
  model::Test plain = test;
  const auto replace = [&](model::Sequence& calls) {
    for (model::Call& call : calls) {
      const model::Call given = call;
      for (std::size_t i = 0; i < call.choices.size(); ++i)
        if (traitOf(given, i, table) != ValueTrait::Plain)
          if (const auto recipes = plainerRecipes(given, i, table); !recipes.empty())
            call.choices[i] = recipes.front();
    }
  };
  replace(plain.prefix);
  replace(plain.epilogue);
  for (model::Sequence& suffix : plain.suffixes)
    replace(suffix);
  return plain;
}

std::vector<std::uint16_t>
plainerRecipes(const model::Call& call, std::size_t parameter, const abi::ClassTable& table) {
  if (call.operation >= table.operationCount)
    return {};
  const abi::Operation& operation = table.operations[call.operation];
  if (operation.traitOf == nullptr || parameter >= operation.parameterCount)
    return {};
  const auto isPlain = [&](std::size_t which, unsigned recipe) {
    return operation.traitOf(static_cast<unsigned>(which), recipe) == ValueTrait::Plain;
  };
  bool allPlain = true;
  for (std::size_t i = 0; i < operation.parameterCount && i < call.choices.size(); ++i)
    allPlain = allPlain && isPlain(i, call.choices[i]);
  if (allPlain)
    return {};
  const std::uint16_t* counts =
      operation.wideChoiceCounts != nullptr ? operation.wideChoiceCounts : operation.choiceCounts;
  std::vector<std::uint16_t> recipes;
  // A plain one gives way only to a simpler one, which may leave room for the others.
  const std::uint16_t end =
      isPlain(parameter, call.choices[parameter]) ? call.choices[parameter] : counts[parameter];
  for (std::uint16_t recipe = 0; recipe < end; ++recipe)
    if (isPlain(parameter, recipe))
      recipes.push_back(recipe);
  return recipes;
}

} // namespace heddle::examine
