// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explore/strategies/registry.h"
#include "model/lists/counters.h"
#include "trace/trace_recorder.h"

namespace heddle::explore::inline simulation {

// A search of a strategy that learns from traces. Everything is the default of an exploration unless a test changes it.
struct SearchPlan {
  std::uint64_t seed = 1;
  model::StrategyOptions options = {.probes = 0};
  unsigned jobs = 1;
  unsigned job = 0;
  std::uint64_t skip = StrategyContext::kNone;
  const SiteFilter* isAtGoal = nullptr;
  unsigned mostExecutions = 1000; // including those that do not count
  trace::EventIndex mostEvents = trace::TraceRecorder::kUsualCapacity; // of a trace
  bool isObeyed =
      true; // false: executions have the default schedule, whatever the strategy chooses
};

struct TracedSearch {
  bool hasEnded = false; // by itself
  unsigned prepared = 0; // executions, by how they ended
  unsigned notMine = 0;
  unsigned skipped = 0;
  unsigned counted = 0;
  unsigned failures = 0;           // of the counted ones
  unsigned firstFailure = 0;       // its number among the counted ones, from 1; 0: there was none
  std::vector<std::string> traces; // of the counted ones
  model::Counters<std::uint64_t> counters;
};

// Runs the strategy on the loaded program.
TracedSearch searchWith(model::StrategyId strategy, const SearchPlan& plan = {});

} // namespace heddle::explore::inline simulation
