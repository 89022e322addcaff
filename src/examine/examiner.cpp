// SPDX-License-Identifier: Apache-2.0
#include "examine/examiner.h"

#include <algorithm>

#include "examine/severity.h"
#include "examine/test_examination.h"
#include "examine/test_minimiser.h"
#include "explore/execution_limits.h"
#include "explore/minimise.h"
#include "explore/request_options.h"
#include "explore/strategies/replay_strategy.h"
#include "explore/strategies/serial_strategy.h"
#include "support/check.h"

namespace heddle::examine {

using runtime::FailureKind;

namespace {

// The budget for one candidate, and for all candidates, of a test that is minimised.
constexpr ExamineBudget kCandidateBudget{
    .directed = 500, .exhaustive = 1500, .random = 100, .preemptionBound = 2};
constexpr std::uint64_t kMostExecutions = 60'000;
constexpr unsigned kLearningReplays = 3;

// Whether another test may have the violation with another signature: the signature of an oracle's verdict names the
// operations.
bool isTiedToItsCalls(const Violation& violation) {
  return violation.kind == FailureKind::Linearizability ||
         (violation.kind == FailureKind::Exception && !violation.explanation.empty());
}

} // namespace

class Examiner::Implementation {
public:
  Implementation(const model::HarnessRequest& request, explore::Budget& budget)
      : request_(request), budget_(budget) {}

  void setWatch(calls::SummaryWatch* watch) { watch_ = watch; }
  void observeWith(patterns::CoverageLog* coverage) { coverage_ = coverage; }

  void expectSeparateNotification(bool expected) { notifiesSeparately_ = expected; }

  Examination examine(const model::Test& test, const ExamineBudget& budget, Goal* goal) {
    TestExamination examination(test, request_, budget_, requirements_);
    expectNotification(examination);
    examination.setWatch(watch_);
    examination.observeWith(coverage_);
    examination.judge().pursue(goal);
    return examination.run(budget);
  }

  Violation minimise(const Violation& violation) {
    HEDDLE_CHECK(violation.kind != FailureKind::None) << "a test that does not fail is minimised";
    Wanted wanted{.kind = violation.kind,
                  .signature = isTiedToItsCalls(violation) ? 0 : violation.signature};
    executions_ = 0;
    auto reexamine = [&](const model::Test& test) { return find(test, wanted); };
    const abi::ClassTable& table = *runtime::classTable();
    std::optional<Violation> clean = reexamine(withoutRefusedCalls(violation.test));
    auto plainer = [&](const model::Call& call, std::size_t parameter) {
      return plainerRecipes(call, parameter, table);
    };
    // First of all, because it decides about the severity.
    const model::Test& test = clean ? clean->test : violation.test;
    if (const model::Test plain = withPlainArguments(test, table); plain != test)
      if (std::optional<Violation> found = reexamine(withoutRefusedCalls(plain)))
        clean = std::move(found);
    Violation smaller = minimiseTest(clean ? *clean : violation, reexamine, plainer);
    HEDDLE_CHECK(smaller.kind == violation.kind) << "a smaller test shows another failure";
    const bool isComplete = !budget_.isOver() && executions_ < kMostExecutions;
    smaller.severityReason = severityReasonOf(
        smaller.kind, smaller.test, table, isComplete ? Minimised::Yes : Minimised::No);
    minimiseSchedule(smaller);
    smaller.signature = violation.signature;
    return smaller;
  }

private:
  void expectNotification(TestExamination& examination) const {
    if (notifiesSeparately_)
      examination.judge().oracle().noteSeparateNotification();
  }

  model::Test withoutRefusedCalls(const model::Test& test) {
    runtime::Options options = explore::optionsOf(request_);
    options.limits = explore::serialLimits(request_.maxEvents);
    TestSubject subject(test, options, &budget_);
    explore::SerialStrategy serial({});
    serial.beginExecution(0);
    subject.run(serial);
    return subject.withoutRefusedCalls();
  }

  // A test with refused calls cannot be written as source, so it does not count.
  std::optional<Violation> find(const model::Test& test, const Wanted& wanted) {
    if (budget_.isOver() || executions_ >= kMostExecutions)
      return std::nullopt;
    TestExamination examination(test, request_, budget_, notCounted_);
    expectNotification(examination);
    examination.judge().wantOnly(wanted);
    std::uint64_t before = budget_.charged();
    Examination result = examination.run(kCandidateBudget);
    executions_ += budget_.charged() - before;
    if (result.violations.empty() || withoutRefusedCalls(test) != test)
      return std::nullopt;
    return std::move(result.violations.front());
  }

  void minimiseSchedule(Violation& violation) {
    if (budget_.isOver())
      return;
    TestExamination examination(violation.test, request_, budget_, notCounted_);
    expectNotification(examination);
    if (!examination.prepare())
      return;
    auto shows = [&](const runtime::Outcome& outcome) {
      examination.judgeOnly(outcome);
      return examination.judge().isKnown(violation.signature);
    };
    // Points that the schedule needs may become known only by following it.
    for (unsigned i = 0; i < kLearningReplays; ++i)
      follow(violation.schedule, examination);
    auto smaller = explore::minimise(
        examination.subject(), violation.schedule, shows, [this] { return budget_.isOver(); });
    if (!smaller)
      return;
    violation.schedule = std::move(smaller->schedule);
    // The same violation may now have other results.
    examination.judgeOnly(follow(violation.schedule, examination));
    if (auto again = examination.violation(violation.signature); again) {
      violation.message = std::move(again->message);
      violation.explanation = std::move(again->explanation);
    }
  }

  static const runtime::Outcome& follow(const model::Schedule& schedule,
                                        TestExamination& examination) {
    explore::ReplayStrategy replay(schedule);
    replay.beginExecution(0);
    return examination.subject().runFrom(runtime::Run::kFromStart, replay);
  }

  const model::HarnessRequest& request_;
  explore::Budget& budget_;
  calls::SummaryWatch* watch_ = nullptr;
  patterns::CoverageLog* coverage_ = nullptr;
  RequirementLedger requirements_;
  RequirementLedger notCounted_; // of tests that are only run for minimising
  bool notifiesSeparately_ = false;
  std::uint64_t executions_ = 0; // for the test that is being minimised
};

Examiner::Examiner(const model::HarnessRequest& request, explore::Budget& budget)
    : implementation_(std::make_unique<Implementation>(request, budget)) {}

Examiner::~Examiner() = default;

void Examiner::setWatch(calls::SummaryWatch* watch) {
  implementation_->setWatch(watch);
}

void Examiner::observeWith(patterns::CoverageLog* coverage) {
  implementation_->observeWith(coverage);
}

void Examiner::expectSeparateNotification(bool expected) {
  implementation_->expectSeparateNotification(expected);
}

Examination Examiner::examine(const model::Test& test, const ExamineBudget& budget, Goal* goal) {
  return implementation_->examine(test, budget, goal);
}

Violation Examiner::minimise(const Violation& violation) {
  return implementation_->minimise(violation);
}

} // namespace heddle::examine
