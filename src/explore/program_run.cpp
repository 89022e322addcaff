// SPDX-License-Identifier: Apache-2.0
#include "explore/program_run.h"

#include <algorithm>

#include "explore/minimise.h"
#include "explore/plan.h"
#include "explore/recording.h"
#include "explore/request_options.h"
#include "explore/values/focus.h"
#include "explore/warm_up.h"

namespace heddle::explore {

using runtime::FailureKind;
using runtime::Outcome;

// ---- judging ----------------------------------------------------------------------------------------------

bool ProgramJudge::judgeFailure(std::uint64_t /*execution*/, const Outcome& outcome) {
  Failure failure = failureOf(outcome, usualExitStatus_);
  if (failure.kind == FailureKind::None)
    return false;
  if (!findings_.seenBefore(failure.signature, budget_.currentStep()))
    record(outcome, failure, failureMessage(outcome, failure, usualExitStatus_));
  return true;
}

void ProgramJudge::sawRace(std::uint64_t /*execution*/,
                           const Outcome& outcome,
                           const runtime::Race& race,
                           std::uint64_t signature) {
  if (!findings_.seenBefore(signature, budget_.currentStep()))
    record(outcome, {.kind = FailureKind::DataRace, .signature = signature}, raceMessage(race));
}

void ProgramJudge::record(const Outcome& outcome, const Failure& failure, model::Message message) {
  if (findings_.full())
    return;
  model::FindingRecord record;
  record.kind = static_cast<model::FindingKind>(failure.kind);
  record.signature = failure.signature;
  record.step = budget_.currentStep();
  record.position.execution = record.step + 1; // jobs and later processes continue the numbering
  record.seconds = budget_.seconds();
  record.message = std::move(message);
  record.schedule = recordedSchedule();
  record.originalSteps = outcome.events;
  record.originalPreemptions = model::preemptions(record.schedule);
  if (Result<void> added = findings_.add(std::move(record)); !added)
    budget_.fail(model::messageOf(added.error()));
  budget_.found(failure.kind);
}

// ---- the run ----------------------------------------------------------------------------------------------

namespace {

Plan planFor(const model::HarnessRequest& request) {
  return request.strategy ? planOf(*request.strategy) : programPlan();
}

bool beginsExhaustively(const Plan& plan) {
  return rowOf(plan.front().strategies.front()).traits.exhaustive;
}

} // namespace

ProgramRun::ProgramRun(const model::HarnessRequest& request,
                       model::HarnessStatus& status,
                       TraceSet* traceSet)
    : request_(request), status_(status), traceSet_(traceSet), budget_(request, status),
      judge_(request, budget_), coverage_(request), subject_(optionsOf(request), &budget_) {}

bool ProgramRun::run() {
  status_.state.store(static_cast<std::uint32_t>(model::HarnessState::Exploring));
  search();
  budget_.readClock();
  if (!budget_.hasFailed())
    minimiseFindings();
  if (!budget_.hasFailed())
    status_.state.store(static_cast<std::uint32_t>(model::HarnessState::Finished));
  return !budget_.hasFailed();
}

void ProgramRun::search() {
  if (auto problem = values::lineWithoutAccess(request_.focus))
    return budget_.fail(*problem);
  const values::Focus focus(request_.focus);
  Plan plan = planFor(request_);
  SerialExecutions serial = runSerially(subject_, budget_, request_.maxEvents);
  judge_.setUsualExitStatus(serial.exitStatus);
  WarmUp warm = warmUp(
      subject_, budget_, request_.seed, beginsExhaustively(plan) ? kThoroughWarmUp : kShortWarmUp);
  // If threads wait in loops, one that runs until it blocks is not an undisturbed one.
  subject_.options().limits = limitsFrom(serial.lengths + warm.lengths, request_.maxEvents);
  Exploration exploration(subject_,
                          judge_,
                          budget_,
                          {.seed = request_.seed,
                           .strategies = request_.strategyOptions,
                           .usualPoints = warm.points,
                           .focus = focus.filter(),
                           .isWholeRun = true,
                           .jobs = request_.jobs,
                           .job = request_.job,
                           .resume = request_.resume});
  exploration.writeTraces(traceSet_);
  exploration.observeWith(&coverage_);
  Extent extent = exploration.run(plan);
  status_.exhausted.store(extent.exhausted ? 1 : 0);
  status_.preemptionBound.store(extent.bounds.preemptions);
  status_.delayBound.store(extent.bounds.delays);
  status_.incomplete.store(extent.leftSomethingOut ? 1 : 0);
}

void ProgramRun::minimiseFindings() {
  if (!request_.minimise)
    return;
  budget_.enter(Stage::Minimise);
  status_.state.store(static_cast<std::uint32_t>(model::HarnessState::Minimising));
  std::uint64_t lowest = status_.lowestFinding.load(std::memory_order_relaxed);
  for (model::FindingRecord& record : judge_.findings().records()) {
    bool isDropped = !request_.keepGoing && lowest != 0 && record.step >= lowest;
    if (record.schedule.segments.empty() || isDropped || budget_.isOver())
      continue;
    auto shows = [&](const Outcome& outcome) {
      return lastExecutionShows(record.signature, outcome, judge_.usualExitStatus());
    };
    auto smaller = minimise(subject_, record.schedule, shows, [this] { return budget_.isOver(); });
    if (!smaller)
      continue;
    if (Result<void> replaced =
            judge_.findings().replaceSchedule(record, std::move(smaller->schedule));
        !replaced)
      budget_.fail(model::messageOf(replaced.error()));
    record.schedule = {};
  }
}

} // namespace heddle::explore
