// SPDX-License-Identifier: Apache-2.0
#include "reproduce/reproduce_run.h"

#include <algorithm>
#include <optional>
#include <span>
#include <unordered_set>

#include "calls/notes.h"
#include "explore/values/focus.h"
#include "model/classes/class_summary.h"
#include "support/check.h"
#include "support/files.h"
#include "support/hash.h"

namespace heddle::reproduce {

using model::MessageId;

namespace {

constexpr std::size_t kMostOthers = 4;   // different failures that are reported
constexpr unsigned kMostRejections = 16; // in one test

std::vector<TargetPlace> placesOf(const model::FailureTarget& target) {
  std::size_t count = 0;
  const abi::SiteRecord* sites = runtime::siteTable(&count);
  std::vector<TargetPlace> places;
  for (const model::TargetThread& thread : target.threads)
    if (places.size() < kMostTargetThreads)
      places.emplace_back(thread, std::span(sites, count));
  return places;
}

const abi::ClassTable& classUnderTest() {
  const abi::ClassTable* table = runtime::classTable();
  HEDDLE_CHECK(table != nullptr) << "a crash of a program is reproduced like one of a class";
  return *table;
}

} // namespace

ReproduceRun::ReproduceRun(const model::HarnessRequest& request,
                           model::HarnessStatus& status,
                           const runtime::Options& options)
    : request_(request), status_(status), budget_(request, status), catalogue_(classUnderTest()),
      engine_(catalogue_, options), behaviour_(engine_, true),
      places_(placesOf(request.reproduce.target)), traced_(catalogue_, options, places_, recorder_),
      coverage_(request), examiner_(request, budget_), goal_(request, places_, recorder_),
      found_(request), dependencies_(catalogue_.table().operationCount), tally_(status) {
  examiner_.observeWith(&coverage_);
}

bool ReproduceRun::run() {
  status_.state.store(static_cast<std::uint32_t>(model::HarnessState::Exploring));
  if (prepare())
    search();
  budget_.readClock();
  writeSummary();
  if (budget_.hasFailed())
    return false;
  if (request_.minimise && summary_.found) {
    status_.state.store(static_cast<std::uint32_t>(model::HarnessState::Minimising));
    budget_.enter(explore::Stage::Minimise);
    if (Result<void> minimised = found_.minimiseGoal(examiner_); !minimised)
      budget_.fail(model::messageOf(minimised.error()));
  }
  if (!budget_.hasFailed())
    status_.state.store(static_cast<std::uint32_t>(model::HarnessState::Finished));
  return !budget_.hasFailed();
}

bool ReproduceRun::prepare() {
  if (auto problem = explore::values::lineWithoutAccess(request_.focus)) {
    budget_.fail(*problem);
    return false;
  }
  if (places_.empty()) {
    budget_.fail({.id = MessageId::NoStack});
    return false;
  }
  prunings_ = request_.reproduce.prunings;
  summary_.knowsPlace = places_.front().isKnown();
  // Without any code of the stack, failures cannot be distinguished.
  if (!summary_.knowsPlace)
    prunings_.set(model::StackPruning::Stack, false);
  readDependencies();
  calls::Roots roots =
      budget_.generating([&] { return findRoots(catalogue_, engine_, behaviour_); });
  summary_.notes = std::move(roots.notes);
  roots_ = std::move(roots.usable);
  if (roots_.empty()) {
    budget_.fail(roots.problem);
    status_.unsupported.store(roots.unsupported ? 1 : 0);
  }
  return !budget_.hasFailed();
}

// Without summaries nothing is pruned by them.
void ReproduceRun::readDependencies() {
  if (request_.reproduce.methodsPath.empty() || !prunings_.has(model::StackPruning::Static))
    return;
  model::Message problem;
  std::optional<model::ClassSummary> summary =
      model::readClassSummary(request_.reproduce.methodsPath, problem);
  if (!summary)
    return calls::addNote(summary_.notes, problem);
  dependencies_ = calls::Dependencies(*summary, catalogue_.table().operationCount);
}

void ReproduceRun::search() {
  StackGuide guide(catalogue_,
                   traced_,
                   roots_,
                   dependencies_,
                   request_.reproduce.target,
                   {.seed = request_.seed,
                    .prunings = prunings_,
                    .sitesAtPoint = places_.front().sitesAtPoint(),
                    .knowsPlace = summary_.knowsPlace});
  auto stop = [this] { return !budget_.mayBeginAfter(traced_.sequences()); };
  while (!summary_.found && !stop()) {
    std::optional<generate::PlannedTest> test =
        budget_.generating([&] { return guide.next(stop); });
    guide.count(summary_);
    status_.counters.callTraces.store(guide.callTraces(), std::memory_order_relaxed);
    if (!test || (request_.reproduce.tests != 0 && summary_.tests > request_.reproduce.tests))
      break;
    Effort before = effort();
    examine(*test, summary_.tests);
    Effort after = effort();
    guide.charge({.executions = after.executions - before.executions,
                  .events = after.events - before.events});
    if (traced_.classOwnsThreads())
      dependencies_.restoreAll();
  }
  summary_.exhausted = guide.isExhausted();
}

Effort ReproduceRun::effort() const {
  return {.executions = budget_.charged(),
          .events = status_.counters.events.load(std::memory_order_relaxed) +
                    status_.counters.otherEvents.load(std::memory_order_relaxed)};
}

void ReproduceRun::examine(const generate::PlannedTest& test, std::uint64_t number) {
  if (!budget_.beginStep())
    return;
  model::Test concrete = catalogue_.test(test.prefix, test.suffixes, {});
  std::optional<examine::Violation> near; // perhaps on another line: used if there is no better one
  std::unordered_set<std::uint64_t> nearOnes; // their signatures
  std::uint64_t before = budget_.searched().executions;
  for (unsigned i = 0; i <= kMostRejections && !summary_.found && budget_.mayBegin(); ++i) {
    std::uint64_t earlier = budget_.searched().executions - before; // of this test
    examine::Examination examination = examiner_.examine(concrete, {}, &goal_);
    if (i == 0)
      tally_.add(examination);
    if (!examination.unsupported.empty())
      calls::addNote(summary_.notes,
                     model::wrap(MessageId::TestUnsupported, {}, examination.unsupported));
    bool rejected = false;
    for (examine::Violation& violation : examination.violations) {
      violation.execution += earlier;
      Presence presence = violation.meetsGoal ? goal_.confirm(violation) : Presence::Elsewhere;
      if (violation.meetsGoal && presence != Presence::There) {
        goal_.reject(violation);
        violation.meetsGoal = false;
        rejected = true;
      }
      // Others like it are the same failure, also when they are seen again.
      if (presence == Presence::Near)
        nearOnes.insert(violation.signature);
      if (presence == Presence::Near && !near)
        near = std::move(violation);
      else if (!nearOnes.contains(violation.signature))
        record(std::move(violation), number);
    }
    if (!rejected)
      break;
  }
  if (near) {
    near->meetsGoal = !summary_.found;
    record(std::move(*near), number);
  }
}

void ReproduceRun::record(examine::Violation violation, std::uint64_t testNumber) {
  // The execution that has the failure may have others near it: one is enough.
  violation.meetsGoal = violation.meetsGoal && !summary_.found;
  if (!violation.meetsGoal) {
    // Races are the cause of most crashes, not another failure; wrong results leave no stack.
    bool counts = violation.kind != runtime::FailureKind::DataRace &&
                  violation.kind != runtime::FailureKind::Linearizability;
    if (!counts || others_ >= kMostOthers)
      return;
  }
  examine::FoundViolations::Where where{.step = budget_.currentStep(),
                                        .testNumber = testNumber,
                                        .sequencePair = testNumber,
                                        .seconds = budget_.seconds()};
  Result<bool> added = found_.add(violation, where);
  if (added && !*added && violation.meetsGoal) {
    // The same failure was found in another call.
    violation.signature = Hasher().add(violation.signature).add("target").value();
    added = found_.add(violation, where);
  }
  if (!added)
    return budget_.fail(model::messageOf(added.error()));
  if (!*added)
    return;
  others_ += violation.meetsGoal ? 0 : 1;
  HEDDLE_CHECK(others_ <= kMostOthers) << others_ << " other failures are recorded";
  summary_.found = summary_.found || violation.meetsGoal;
  status_.findings.store(status_.findings.load() + 1);
}

void ReproduceRun::writeSummary() {
  summary_.tests = tally_.tests();
  summary_.sequences = engine_.sequences() + traced_.sequences();
  summary_.generateSeconds = budget_.generateSeconds();
  summary_.seconds = budget_.seconds();
  summary_.executions = budget_.searched().executions;
  status_.counters.sequences.store(summary_.sequences);
  status_.exhausted.store(summary_.exhausted ? 1 : 0);
  if (request_.reproduce.summaryPath.empty())
    return;
  if (Result<void> written =
          writeFileAtomically(request_.reproduce.summaryPath, model::toText(summary_));
      !written)
    budget_.fail(model::messageOf(written.error()));
}

} // namespace heddle::reproduce
