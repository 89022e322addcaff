// SPDX-License-Identifier: Apache-2.0
#include "calls/call_drawer.h"

#include <algorithm>

#include "support/check.h"

namespace heddle::calls {

namespace {

constexpr unsigned kTries = 8;             // for a call without the peer
constexpr std::uint32_t kPlainChoices = 3; // recipes are ordered from plain to odd

} // namespace

std::optional<CallId> CallDrawer::call(unsigned operation) {
  HEDDLE_CHECK(operation < catalogue_.table().operationCount)
      << "operation " << operation << " of a class with " << catalogue_.table().operationCount;
  const abi::Operation& described = catalogue_.table().operations[operation];
  const std::uint16_t* counts = countsOf(described);
  for (unsigned i = 0; i < kTries; ++i) {
    Choices choices;
    for (unsigned k = 0; k < described.parameterCount; ++k)
      choices.push_back(choice(counts[k]));
    CallId call = catalogue_.callOf(operation, choices);
    if (catalogue_.mentionsPeer(call))
      continue;
    for (unsigned k = 0; k < described.parameterCount; ++k)
      used_[counts[k]].push_back(choices[k]);
    return call;
  }
  return std::nullopt;
}

const std::uint16_t* CallDrawer::countsOf(const abi::Operation& operation) const {
  return values_ == Values::Wide && operation.wideChoiceCounts != nullptr
             ? operation.wideChoiceCounts
             : operation.choiceCounts;
}

// Half of the time what was used before, otherwise mostly plain values.
std::uint16_t CallDrawer::choice(std::uint16_t count) {
  HEDDLE_CHECK(count > 0) << "a parameter that no value can be made for";
  const std::vector<std::uint16_t>& used = used_[count];
  if (!used.empty() && random_.below(2) == 0)
    return used[random_.below(static_cast<std::uint32_t>(used.size()))];
  std::uint32_t most = count;
  if (random_.below(2) == 0)
    most = std::min(most, kPlainChoices);
  return static_cast<std::uint16_t>(random_.below(most));
}

} // namespace heddle::calls
