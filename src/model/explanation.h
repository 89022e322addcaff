// SPDX-License-Identifier: Apache-2.0
// Why the results of a test are wrong: what its calls returned, and what they return in each serial order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/forms/enum_names.h"

namespace heddle::model {

enum class CallEnd : std::uint8_t {
  NeverBegan,
  Returned,     // text: the value, "" for void
  Threw,        // text: the type
  Refused,      // it could not be made
  StillRunning, // when the execution failed
  NeverEnds,
};
template <>
struct EnumNames<CallEnd> {
  static constexpr std::array<std::string_view, 6> kNames = {
      "never-began", "returned", "threw", "refused", "still-running", "never-ends"};
};

struct CallOutcome {
  CallEnd end = CallEnd::NeverBegan;
  std::string text = {};
  bool operator==(const CallOutcome&) const = default;
};

struct Explanation {
  struct Call {
    std::uint8_t lane = 0; // as in TracedCall
    std::string source;    // "put(1)"
    bool operator==(const Call&) const = default;
  };
  struct SerialOrder {
    std::vector<std::uint8_t> lanes;   // of the concurrent calls, in the order in which they ran
    std::vector<CallOutcome> outcomes; // parallel to `calls`
    bool operator==(const SerialOrder&) const = default;
  };

  std::vector<Call> calls; // of the suffixes, then those of the epilogue that distinguish outcomes
  std::vector<CallOutcome> observed;  // parallel to `calls`
  std::vector<SerialOrder> serial;    // those with different outcomes
  std::vector<std::uint16_t> threads; // by lane: the thread that ran it, 0 for the main thread

  bool empty() const { return calls.empty(); }
  bool operator==(const Explanation&) const = default;
};

} // namespace heddle::model
