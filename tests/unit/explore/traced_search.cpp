// SPDX-License-Identifier: Apache-2.0
#include "traced_search.h"

#include "explore/strategies/until_blocked_strategy.h"
#include "simulated_runtime.h"

namespace heddle::explore::inline simulation {

namespace {

void note(Ending ending, const runtime::Outcome& outcome, TracedSearch& result) {
  switch (ending) {
  case Ending::Prepared:
    ++result.prepared;
    return;
  case Ending::NotMine:
    ++result.notMine;
    return;
  case Ending::Skipped:
    ++result.skipped;
    return;
  case Ending::Counted:
  case Ending::Restarted:
    break;
  }
  ++result.counted;
  result.traces.push_back(lastTrace());
  if (outcome.kind == runtime::FailureKind::None)
    return;
  ++result.failures;
  if (result.firstFailure == 0)
    result.firstFailure = result.counted;
}

} // namespace

TracedSearch searchWith(model::StrategyId strategy, const SearchPlan& plan) {
  Subject subject({}, nullptr);
  model::LiveCounters counters;
  const std::unique_ptr<Strategy> search = makeStrategy(strategy,
                                                        {.seed = plan.seed,
                                                         .options = plan.options,
                                                         .subject = subject,
                                                         .jobs = plan.jobs,
                                                         .job = plan.job,
                                                         .skip = plan.skip,
                                                         .isAtGoal = plan.isAtGoal,
                                                         .counters = &counters});
  subject.options().askWhenAlone = search->watchesAll();
  trace::TraceRecorder recorder(plan.mostEvents);
  UntilBlockedStrategy usual;
  TracedSearch result;
  for (unsigned i = 0; i < plan.mostExecutions; ++i) {
    if (!search->beginExecution(i)) {
      result.hasEnded = true;
      break;
    }
    const bool isTraced = search->wantsTrace();
    subject.setSink(isTraced ? &recorder : nullptr);
    const runtime::Outcome& outcome =
        subject.run(plan.isObeyed ? static_cast<runtime::Chooser&>(*search) : usual);
    const Ended ended{.outcome = outcome, .trace = isTraced ? &recorder.finish(outcome) : nullptr};
    note(search->endExecution(ended), outcome, result);
  }
  addTo(result.counters, counters);
  return result;
}

} // namespace heddle::explore::inline simulation
