// SPDX-License-Identifier: Apache-2.0
#include "explore/values/static_facts.h"

#include <memory>

#include "runtime/runtime.h"

namespace heddle::explore::values {

namespace {

using analysis::PairKind;
using model::PairFilter;

analysis::AnalysisOptions optionsOf(const model::EnumSet<PairFilter>& filters) {
  return {.aliases = filters.has(PairFilter::Alias),
          .escape = filters.has(PairFilter::Escape),
          .commonLocks = filters.has(PairFilter::CommonLock),
          .relativeLocks = filters.has(PairFilter::RelativeLock),
          .threadOrder = filters.has(PairFilter::ThreadOrder)};
}

void count(const analysis::AccessFacts& facts, model::LiveCounters& counters) {
  const analysis::AnalysisSize size = facts.size();
  const auto pairs = [&](PairKind kind) { return size.pairs[static_cast<std::size_t>(kind)]; };
  model::increment(counters.analysedNodes, size.nodes);
  model::increment(counters.pairsReadWrite, pairs(PairKind::ReadWrite));
  model::increment(counters.pairsLockLock, pairs(PairKind::LockLock));
  model::increment(counters.pairsWaitNotify, pairs(PairKind::WaitNotify));
  model::increment(counters.pairsWaitLock, pairs(PairKind::WaitLock));
  const analysis::Assumptions assumed = facts.assumptions();
  model::increment(counters.assumedCalls, assumed.unresolvedCalls);
  model::increment(counters.assumedFunctions, assumed.unknownFunctions);
  model::increment(counters.assumedAccesses, assumed.unknownAccesses);
  model::increment(counters.assumedLocks, assumed.unknownLocks);
  model::increment(counters.assumedThreads, assumed.unknownThreads);
  model::increment(counters.assumedModules, assumed.modulesSkipped);
  model::increment(counters.coarseAnalyses, assumed.ignoredSynchronisation ? 1 : 0);
}

std::unique_ptr<analysis::AccessFacts> analyse(const model::StrategyOptions& options,
                                               Budget& budget) {
  const double began = budget.seconds();
  std::size_t modules = 0;
  const abi::GraphRecord* graphs = runtime::graphTable(&modules);
  auto facts = analysis::analyseAccesses({graphs, modules}, optionsOf(options.pairFilters));
  if (model::LiveCounters* counters = budget.searchCounters()) {
    const double seconds = budget.seconds() - began;
    model::increment(counters->analysisMicroseconds, static_cast<std::uint64_t>(seconds * 1e6));
    count(*facts, *counters);
  }
  return facts;
}

} // namespace

const analysis::AccessFacts& staticFacts(const model::StrategyOptions& options, Budget& budget) {
  static const std::unique_ptr<analysis::AccessFacts> facts = analyse(options, budget);
  return *facts;
}

} // namespace heddle::explore::values
