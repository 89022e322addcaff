// SPDX-License-Identifier: Apache-2.0
// A state in which concurrent calls begin, and what each call would do there alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "calls/behaviour.h"
#include "calls/dependencies.h"

namespace heddle::calls {

struct Option {
  CallId call;
  unsigned operation;
  SoloCall alone; // run in the start state; it returned or blocks
};

struct StartState {
  Path prefix;
  std::uint64_t state = 0;
  std::size_t owner = 0; // number of the call sequence whose prefix this is
  std::vector<Option> options;
};

// How two calls influence each other, sorted by how likely they break each other when they run concurrently.
enum class Influence : std::uint8_t {
  Trace,  // after one, the other takes another path, or throws or blocks although it did not before
  Order,  // the order can be seen in a result or in the state they leave
  Writes, // at least one changes the state, but they commute
  None,   // neither changes the state
};

struct OptionPair {
  std::size_t first, second; // indices of options
  Influence influence;
  // Pairs with the same key had the same four traces: each call alone and after the other. Concurrent tests of
  // both cover the same interleavings of traces (AutoConTest, Theorem 2), and have the same sequential context.
  std::uint64_t key;
};

// Fewer calls of `prefix` that lead to the same state; its first call constructs the object and stays. A sequence that
// is chosen for its coverage is full of calls that do not matter here, and users would have to read them.
Path shortened(const Path& prefix, std::uint64_t state, Behaviour& behaviour);

// Adds the calls that can be tested in a state. If several have the same trace, it adds at most three that lead to
// different states. Returns the index of the first new option.
std::size_t addOptions(StartState& start,
                       const std::vector<CallId>& calls,
                       const CallCatalogue& catalogue,
                       Behaviour& behaviour);

// Two options of a start state, by index.
struct OptionIndices {
  std::size_t first, second;
};

// All pairs of options in which at least one has an index from `from` on, except for two that block and those that the
// dependencies prune.
std::vector<OptionIndices> candidatesAt(const StartState& start,
                                        std::size_t from,
                                        const Dependencies& dependencies,
                                        const Contracts& contracts);

// Runs both orders of two options.
OptionPair pairOf(const StartState& start, const OptionIndices& options, Behaviour& behaviour);

} // namespace heddle::calls
