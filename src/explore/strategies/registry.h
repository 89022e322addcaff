// SPDX-License-Identifier: Apache-2.0
// Creates strategies. Their names, traits and options are in model/lists/strategies.def and
// model/lists/strategy_options.def. Each strategy's .cpp defines its own make function; a new one needs nothing else.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "analysis/access_facts.h"
#include "explore/strategies/strategy.h"
#include "explore/subject.h"
#include "model/lists/counters.h"
#include "model/lists/strategy_table.h"
#include "patterns/map_coverage.h"
#include "trace/thread_accesses.h"

namespace heddle::explore {

using SiteFilter = std::function<bool(const abi::SiteRecord*)>;
using FactsSource = std::function<const analysis::AccessFacts&()>;

// What a strategy may depend on.
struct StrategyContext {
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  std::uint64_t seed = 1;
  model::StrategyOptions options;
  Subject& subject;
  // What threads do when each of them goes first, if that is known; null otherwise.
  const std::vector<trace::ThreadAccesses>* profiles = nullptr;
  std::uint64_t usualPoints = 1; // scheduling points of the longest execution before the search
  // Jobs that share the work. A seekable strategy need not know: it only runs its own executions.
  unsigned jobs = 1;
  unsigned job = 0;
  std::uint64_t skip =
      kNone; // ordinal, among this job's, of an execution that killed an earlier process
  // Whether an access at a site can be the failure that is searched for; null: any failure is.
  const SiteFilter* isAtGoal = nullptr;
  // Accesses that the user wants to see first; null: none.
  const SiteFilter* focus = nullptr;
  // Analyses the program statically, or returns what it found when it was called before; empty: nothing is known.
  FactsSource facts = {};
  // The access patterns that executions of the run had. It has seen the trace that endExecution gets. Null: they are
  // not kept, as when a test is minimised.
  const patterns::MapCoverage* coverage = nullptr;
  // What the strategy counts is published here (model::increment); null: it is not counted.
  model::LiveCounters* counters = nullptr;
};

#define HEDDLE_STRATEGY(id, name, traits, summary)                                                 \
  std::unique_ptr<Strategy> make##id(const StrategyContext& context);
#include "model/lists/strategies.def"
#undef HEDDLE_STRATEGY

std::unique_ptr<Strategy> makeStrategy(model::StrategyId id, const StrategyContext& context);

} // namespace heddle::explore
