// SPDX-License-Identifier: Apache-2.0
#include "check/check_run.h"

#include <algorithm>
#include <array>

#include "calls/notes.h"
#include "calls/notifications.h"
#include "check/operation_uses.h"
#include "check/precompiled.h"
#include "examine/test_calls.h"
#include "explore/values/focus.h"
#include "generate/guides.h"
#include "generate/observers.h"
#include "model/classes/class_summary.h"
#include "support/check.h"
#include "support/files.h"

namespace heddle::check {

using model::MessageId;

namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};

// What is examined after each new call sequence, in this order; the rest waits until no more sequences are found.
// Each part ends after this many tests or executions, so that every shape gets its turn within the first seconds,
// whether the class is cheap or expensive to explore.
struct Share {
  generate::Shape shape;
  std::uint64_t tests;
  std::uint64_t executions;
};
constexpr std::array kRound = {
    Share{.shape = generate::Shape::Client, .tests = 100, .executions = 20'000},
    Share{.shape = generate::Shape::Pair, .tests = 1000, .executions = 60'000},
    Share{.shape = generate::Shape::TwoObjects, .tests = 100, .executions = 20'000},
    Share{.shape = generate::Shape::ThreeLanes, .tests = 100, .executions = 20'000},
    Share{.shape = generate::Shape::ThreeAndOne, .tests = 100, .executions = 20'000},
    Share{.shape = generate::Shape::TwoAgainstOne, .tests = 60, .executions = 10'000},
    Share{.shape = generate::Shape::TwoAgainstTwo, .tests = 30, .executions = 10'000},
};
static_assert(kRound.size() == generate::kShapes);
// Before all of them, and before the first one if the class can take two locks in opposite orders.
constexpr Share kDeadlocks{.shape = generate::Shape::TwoObjects, .tests = 40, .executions = 20'000};
// Before the first call sequence, if it is known which pairs are worth it.
constexpr Share kFresh{.shape = generate::Shape::Pair, .tests = 200, .executions = 5000};
constexpr std::size_t kFreshCalls = 96;
// Sequences per execution at which the search for more has become too expensive, and pairs that cannot fail are tried
// as well.
constexpr std::uint64_t kTooManySequences = 20;
// Tests are examined until there were this many executions for each sequence that was run to generate them.
constexpr std::uint64_t kExecutionsPerSequence = 8;
constexpr std::size_t kMostProgress = 2000;
// For a test with other arguments, or more calls, than those that are run before.
constexpr examine::ExamineBudget kWideBudget{
    .directed = 2000, .exhaustive = 2000, .random = 200, .preemptionBound = 3};
// If something was found, the search ends when so many executions of such tests, and so many times the executions until
// the last finding, have found nothing else: the user waits.
constexpr std::uint64_t kQuietExecutions = 100'000;
constexpr std::uint64_t kQuietFactor = 4;

const abi::ClassTable& classUnderTest() {
  const abi::ClassTable* table = runtime::classTable();
  HEDDLE_CHECK(table != nullptr) << "a program is checked like a class";
  return *table;
}

} // namespace

CheckRun::CheckRun(const model::HarnessRequest& request,
                   model::HarnessStatus& status,
                   const runtime::Options& options)
    : request_(request), status_(status), budget_(request, status), catalogue_(classUnderTest()),
      engine_(catalogue_, options), behaviour_(engine_, true), coverage_(request),
      examiner_(request, budget_), found_(request),
      dependencies_(catalogue_.table().operationCount),
      operationTests_(catalogue_.table().operationCount), tally_(status) {
  examiner_.observeWith(&coverage_);
  summary_.guide = request.check.guide;
  for (unsigned i = 0; i < generate::kShapes; ++i)
    summary_.shapes.push_back({.shape = static_cast<generate::Shape>(i)});
}

bool CheckRun::run() {
  status_.state.store(static_cast<std::uint32_t>(model::HarnessState::Exploring));
  if (auto problem = explore::values::lineWithoutAccess(request_.focus))
    budget_.fail(*problem);
  else if (!request_.check.test.empty())
    checkOnly(request_.check.test);
  else if (prepare())
    check();
  budget_.readClock();
  writeSummary();
  if (budget_.hasFailed())
    return false;
  if (request_.minimise) {
    status_.state.store(static_cast<std::uint32_t>(model::HarnessState::Minimising));
    budget_.enter(explore::Stage::Minimise);
    if (Result<void> minimised = found_.minimise(examiner_, status_); !minimised)
      budget_.fail(model::messageOf(minimised.error()));
  }
  if (!budget_.hasFailed())
    status_.state.store(static_cast<std::uint32_t>(model::HarnessState::Finished));
  return !budget_.hasFailed();
}

// Reads the request and finds out how objects are constructed.
bool CheckRun::prepare() {
  guide_ = model::findGuide(request_.check.guide);
  if (guide_ == nullptr) {
    budget_.fail({.id = MessageId::UnknownGuide, .arguments = {request_.check.guide}});
    return false;
  }
  if (guide_->usesSummaries)
    readDependencies();
  calls::Roots roots =
      budget_.generating([&] { return findRoots(catalogue_, engine_, behaviour_); });
  if (!generate::compareStates(request_.check.prunings))
    behaviour_.distrustStates();
  for (const model::Message& note : roots.notes)
    calls::addNote(summary_.notes, note);
  roots_ = std::move(roots.usable);
  if (roots_.empty()) {
    budget_.fail(roots.problem);
    status_.unsupported.store(roots.unsupported ? 1 : 0);
  }
  return !budget_.hasFailed();
}

// Without summaries nothing is pruned.
void CheckRun::readDependencies() {
  if (request_.check.methodsPath.empty())
    return;
  model::Message problem;
  std::optional<model::ClassSummary> summary =
      model::readClassSummary(request_.check.methodsPath, problem);
  if (!summary)
    return calls::addNote(summary_.notes, problem);
  dependencies_ = budget_.generating(
      [&] { return calls::Dependencies(*summary, catalogue_.table().operationCount); });
  std::size_t operations = catalogue_.operations().size();
  summary_.pairs = operations * (operations + 1) / 2;
  summary_.pairsPruned = prunedPairs();
  HEDDLE_CHECK(summary_.pairsPruned <= summary_.pairs)
      << summary_.pairsPruned << " of " << summary_.pairs << " pairs are pruned";
  watch_.emplace(std::move(*summary), catalogue_.table());
  engine_.setWatch(&*watch_);
  examiner_.setWatch(&*watch_);
}

std::uint64_t CheckRun::prunedPairs() const {
  std::vector<std::uint16_t> operations = catalogue_.operations();
  std::uint64_t pruned = 0;
  for (std::size_t i = 0; i < operations.size(); ++i)
    for (std::size_t k = i; k < operations.size(); ++k)
      pruned += dependencies_.isPruned(operations[i], operations[k]) ? 1 : 0;
  return pruned;
}

// Pairs whose summaries turned out to be incomplete are run after all. Returns whether there are any.
bool CheckRun::heedWatch() {
  if (!watch_)
    return false;
  std::uint64_t before = summary_.pairsRestored;
  watch_->sawLocks();
  for (const calls::SummaryWatch::Restored& pair : watch_->takeRestored())
    summary_.pairsRestored += pair.withAll ? dependencies_.restore(pair.first)
                                           : dependencies_.restore(pair.first, pair.second);
  return summary_.pairsRestored != before;
}

// The first tests also need an epilogue, and there is no call sequence yet that shows what differs.
void CheckRun::survey() {
  const calls::Root& root = roots_.front();
  budget_.generating([&] {
    generate::surveyResults({root.construction},
                            root.state,
                            catalogue_.calls(request_.seed, 0, kFreshCalls),
                            catalogue_,
                            dependencies_,
                            behaviour_);
    return true;
  });
}

void CheckRun::check() {
  HEDDLE_CHECK(!roots_.empty()) << "a class without objects is checked";
  if (guide_->id != model::GuideId::Coverage)
    survey();
  if (!guide_->plansTests)
    return checkByCoverage();
  std::unique_ptr<generate::TestGuide> guide = generate::makeGuide(guide_->id,
                                                                   {.catalogue = catalogue_,
                                                                    .runner = behaviour_,
                                                                    .roots = roots_,
                                                                    .dependencies = dependencies_,
                                                                    .seed = request_.seed});
  checkBy(*guide);
  triedAllTests_ = guide->hasNothingToTest() && budget_.mayBegin();
}

void CheckRun::checkByCoverage() {
  generate::GuideOptions options{.seed = request_.seed,
                                 .prunings = request_.check.prunings,
                                 .saturation = request_.check.saturation,
                                 .thorough = request_.check.generateOnly,
                                 .firstRound = request_.job};
  generate::CoverageGuide guide(catalogue_, engine_, behaviour_, roots_, options);
  generate::Assembler assembler(catalogue_, behaviour_, dependencies_);
  generate::PairGuide deadlocks(catalogue_,
                                behaviour_,
                                roots_,
                                dependencies_,
                                request_.seed,
                                generate::PairGuide::Targets::Deadlocks);
  generate::WideGuide wide(catalogue_, behaviour_, roots_, dependencies_, request_.seed);
  examineBrokenInvariants(assembler);
  if (dependencies_.areKnown()) {
    examineFresh(assembler);
    examineDeadlocks(deadlocks, assembler);
  }
  while (std::optional<calls::CallSequence> sequence = search(guide)) {
    if (engine_.classOwnsThreads()) {
      assembler.setClassOwnsThreads();
      summary_.pairsRestored += dependencies_.restoreAll();
    }
    assembler.add(*sequence, guide.calls());
    examineBrokenInvariants(assembler);
    std::uint64_t before = budget_.spent();
    examineDeadlocks(deadlocks, assembler);
    while (examineRound(assembler) && isGenerationAhead()) {
    }
    // Pairs that cannot fail come last: they check the summaries. This is also more useful than a search that finds
    // hardly anything to run any more.
    if (budget_.spent() == before || engine_.sequences() > kTooManySequences * budget_.spent())
      dependencies_.restoreAll();
  }
  examineRest(assembler);
  examineBrokenInvariants(assembler);
  if (budget_.mayBegin() && dependencies_.restoreAll() > 0)
    examineRest(assembler);
  triedAllTests_ = budget_.mayBegin() && std::ranges::all_of(summary_.shapes, [](const auto& use) {
                     return use.exhausted;
                   });
  widen(wide, assembler);
}

// All tests that were thought of have been run: the time that is left is for others. They are not part of the claim, because
// there is no end of them.
void CheckRun::widen(generate::WideGuide& guide, generate::Assembler& assembler) {
  if (engine_.classOwnsThreads())
    guide.setClassOwnsThreads();
  isWidening_ = true;
  budget_.beginWidening();
  auto stop = [this] { return !budget_.mayBeginAfter(engine_.sequences()); };
  while (!stop() && mayWiden() && !isLastTest(assembler)) {
    std::optional<generate::PlannedTest> test =
        budget_.generating([&] { return guide.next(stop); });
    if (!test)
      return;
    generate::GeneratedTest made = assembler.made(*test);
    status_.counters.sequencePairs.store(assembler.sequencePairs(), std::memory_order_relaxed);
    examine(made, kWideBudget);
  }
}

bool CheckRun::mayWiden() const {
  const bool isLimited =
      request_.seconds > 0 || request_.executions != 0 || request_.check.tests != 0;
  if (request_.check.generateOnly || !isLimited)
    return false;
  if (status_.findings.load(std::memory_order_relaxed) == 0)
    return true;
  std::uint64_t quiet = std::max(kQuietExecutions, kQuietFactor * spentAtFinding_);
  return budget_.spent() - spentAtFinding_ < quiet;
}

// The number of tests is limited.
bool CheckRun::isLastTest(const generate::Assembler& assembler) const {
  return request_.check.tests != 0 && assembler.tests() >= request_.check.tests;
}

// Returns false if there was nothing to examine.
bool CheckRun::examineRound(generate::Assembler& assembler) {
  std::uint64_t before = budget_.spent();
  for (const Share& share : kRound)
    examineSome(assembler, share.shape, share.tests, share.executions);
  return budget_.spent() != before;
}

// Each search takes longer than the one before. They must not use up the time that exploring their tests needs.
bool CheckRun::isGenerationAhead() const {
  return engine_.sequences() * kExecutionsPerSequence > budget_.spent();
}

void CheckRun::examineRest(generate::Assembler& assembler) {
  examineSome(assembler,
              generate::Shape::Pair,
              kAll,
              kAll); // plans tests of the other shapes as it continues
  for (const Share& share : kRound)
    summary_.shapes[static_cast<std::size_t>(share.shape)].exhausted =
        examineSome(assembler, share.shape, kAll, kAll);
}

std::optional<calls::CallSequence> CheckRun::search(generate::CoverageGuide& guide) {
  if (!budget_.mayBegin())
    return std::nullopt;
  if (!budget_.beginNeededStep())
    guide.skip();
  auto stop = [this] { return !budget_.mayBeginAfter(engine_.sequences()); };
  double before = budget_.generateSeconds();
  std::optional<calls::CallSequence> sequence =
      budget_.generating([&] { return guide.next(stop); });
  status_.counters.callTraces.store(guide.callTraces(), std::memory_order_relaxed);
  if (!sequence)
    return std::nullopt;
  const generate::CoverageGuide::Iteration& iteration = guide.lastIteration();
  summary_.iterations.push_back({.seconds = budget_.seconds(),
                                 .took = budget_.generateSeconds() - before,
                                 .saturation = iteration.saturation,
                                 .sequences = engine_.sequences(),
                                 .newTraces = sequence->improvement,
                                 .length = sequence->steps.size(),
                                 .cut = iteration.cut});
  return sequence;
}

// Returns true if there are no more tests of the shape.
bool CheckRun::examineSome(generate::Assembler& assembler,
                           generate::Shape shape,
                           std::uint64_t tests,
                           std::uint64_t executions) {
  std::uint64_t before = budget_.spent();
  for (std::uint64_t i = 0; i < tests && budget_.spent() - before < executions; ++i) {
    if (!budget_.mayBeginAfter(engine_.sequences()))
      return false;
    std::optional<generate::GeneratedTest> test =
        budget_.generating([&] { return assembler.next(shape); });
    status_.counters.sequencePairs.store(assembler.sequencePairs(), std::memory_order_relaxed);
    if (!test && !heedWatch())
      return true;
    if (!test)
      continue;
    if (request_.check.tests != 0 && test->number > request_.check.tests)
      return false;
    examine(*test);
  }
  return false;
}

// Calls on a newly constructed object. The search for a sequence takes a second if the class has hundreds of methods.
void CheckRun::examineFresh(generate::Assembler& assembler) {
  if (!budget_.mayBegin())
    return;
  const calls::Root& root = roots_.front();
  budget_.generating([&] {
    assembler.add({.root = {root.construction}, .rootState = root.state, .steps = {}},
                  catalogue_.calls(request_.seed, request_.job, kFreshCalls));
    return true;
  });
  examineSome(assembler, kFresh.shape, kFresh.tests, kFresh.executions);
}

// Calls after which an invariant does not hold, although they run alone.
void CheckRun::examineBrokenInvariants(generate::Assembler& assembler) {
  for (calls::EngineRunner::BrokenInvariant& broken : engine_.takeBrokenInvariants())
    examine(assembler.made({.prefix = std::move(broken.path),
                            .suffixes = {{broken.call}},
                            .shape = generate::Shape::Client}));
}

// Two objects, and calls on them in which two locks can be taken in opposite orders.
void CheckRun::examineDeadlocks(generate::PairGuide& guide, generate::Assembler& assembler) {
  std::uint64_t before = budget_.spent();
  auto stop = [this] { return !budget_.mayBeginAfter(engine_.sequences()); };
  for (std::uint64_t i = 0; i < kDeadlocks.tests && !guide.hasNothingToTest() &&
                            budget_.spent() - before < kDeadlocks.executions && !stop();
       ++i) {
    std::optional<generate::PlannedTest> test =
        budget_.generating([&] { return guide.next(stop); });
    if (!test || isLastTest(assembler))
      return;
    generate::GeneratedTest made = assembler.made(*test);
    status_.counters.sequencePairs.store(assembler.sequencePairs(), std::memory_order_relaxed);
    examine(made);
  }
}

void CheckRun::checkBy(generate::TestGuide& guide) {
  generate::Assembler assembler(catalogue_, behaviour_, dependencies_);
  auto stop = [this] { return !budget_.mayBeginAfter(engine_.sequences()); };
  while (!isLastTest(assembler)) {
    std::optional<generate::PlannedTest> test =
        budget_.generating([&] { return guide.next(stop); });
    status_.counters.callTraces.store(guide.callTraces(), std::memory_order_relaxed);
    examineBrokenInvariants(assembler);
    if (!test && !heedWatch())
      return;
    if (!test)
      continue;
    assembler.observeWith(guide.calls());
    generate::GeneratedTest made = assembler.made(*test);
    status_.counters.sequencePairs.store(assembler.sequencePairs(), std::memory_order_relaxed);
    examine(made);
  }
}

// Explores a test of the user for as long as there is time.
void CheckRun::checkOnly(const model::Test& test) {
  if (model::Message problem = examine::problemOf(test, catalogue_.table()); !problem.empty())
    return budget_.fail(problem);
  status_.counters.sequencePairs.store(1, std::memory_order_relaxed);
  std::uint64_t most = request_.executions == 0 ? kAll : request_.executions;
  examine({.test = test, .shape = generate::Shape::Pair, .number = 1, .sequencePair = 1},
          {.directed = most, .exhaustive = most, .random = most});
  triedAllTests_ = true;
}

void CheckRun::examine(const generate::GeneratedTest& test, const examine::ExamineBudget& budget) {
  // The last line of defence: a finding of a test that breaks a contract would be false.
  if (request_.check.test.empty() && !catalogue_.contracts().allow(test.test))
    return;
  if (!budget_.beginStep())
    return;
  examine::Examination examination;
  std::uint64_t before = budget_.searched().executions;
  examiner_.expectSeparateNotification(calls::notifiesSeparately(catalogue_, behaviour_));
  if (!request_.check.generateOnly)
    examination = examiner_.examine(test.test, budget);
  heedWatch();
  count(test, examination, budget_.searched().executions - before);
  for (const examine::Violation& violation : examination.violations)
    record(violation, test);
}

void CheckRun::count(const generate::GeneratedTest& test,
                     const examine::Examination& examination,
                     std::uint64_t executions) {
  HEDDLE_CHECK(test.number > 0) << "a test without a number";
  HEDDLE_CHECK(static_cast<std::size_t>(test.shape) < summary_.shapes.size())
      << "a test of shape " << static_cast<unsigned>(test.shape);
  if (isWidening_)
    tally_.addWidened(examination);
  else
    tally_.add(examination);
  // Results are also compared with orders that are not serial: threads of the class run while other calls do.
  if (engine_.classOwnsThreads() && !isWidening_ && !examination.ordersUnknown)
    model::increment(status_.counters.testsWithUnknownOrders, 1);
  operationTests_.add(test.test, examination, isWidening_);
  summary_.testsWithSharing += examination.sharesNothing ? 0 : 1;
  model::CheckSummary::ShapeUse& use = summary_.shapes[static_cast<std::size_t>(test.shape)];
  ++use.tests;
  use.executions += executions;
  if (!examination.unsupported.empty())
    calls::addNote(summary_.notes,
                   model::wrap(MessageId::TestUnsupported, {}, examination.unsupported));
  noteProgress(test);
}

void CheckRun::noteProgress(const generate::GeneratedTest& test) {
  auto& progress = summary_.progress;
  if (!progress.empty() && progressPair_ == test.sequencePair)
    progress.pop_back();
  progressPair_ = test.sequencePair;
  if (progress.size() >= kMostProgress)
    return;
  const auto& counters = status_.counters;
  HEDDLE_CHECK(progress.empty() || progress.back().tests < counters.tests)
      << "progress is recorded without a new test";
  progress.push_back({.seconds = budget_.seconds(),
                      .tests = counters.tests,
                      .callTraces = counters.callTraces,
                      .requirementsCovered = counters.requirementsCovered});
}

void CheckRun::record(const examine::Violation& violation, const generate::GeneratedTest& test) {
  Result<bool> added = found_.add(violation,
                                  {.step = budget_.currentStep(),
                                   .testNumber = test.number,
                                   .sequencePair = test.sequencePair,
                                   .seconds = budget_.seconds()});
  if (!added)
    return budget_.fail(model::messageOf(added.error()));
  if (!*added)
    return;
  if (request_.minimise && (request_.allCauses || found_.lastHasOddArguments()))
    minimiseLast();
  // Others do not end the search: what the author would fix may still come.
  if (found_.lastSeverity() != model::Severity::Error)
    return;
  budget_.found(violation.kind);
  spentAtFinding_ = budget_.spent();
}

// Later failures are compared with it: those that contain it are likely to have the same cause.
void CheckRun::minimiseLast() {
  budget_.enter(explore::Stage::Minimise);
  if (Result<void> minimised = found_.minimiseLast(examiner_); !minimised)
    budget_.fail(model::messageOf(minimised.error()));
  budget_.leaveMinimising();
}

// Whether clients can distinguish states of the object: results that differed, or a method that returns something and
// reads what another one writes.
bool CheckRun::tellsStates() const {
  if (catalogue_.table().invariantCount > 0 || someCallTellsStates(catalogue_, behaviour_))
    return true;
  const std::vector<model::CalledFunction>& functions = request_.check.functions;
  const std::vector<std::uint16_t> operations = catalogue_.operations();
  return std::ranges::any_of(operations, [&](std::uint16_t reader) {
    return reader < functions.size() && functions[reader].returnsValue &&
           std::ranges::any_of(
               operations,
               [&](std::uint16_t writer) { return dependencies_.changesStateFor(writer, reader); });
  });
}

void CheckRun::writeSummary() {
  summary_.operations = operationUses(catalogue_, behaviour_, engine_, operationTests_);
  notePrecompiled(request_.check.functions, summary_.operations);
  summary_.changesState =
      engine_.classOwnsThreads() || someCallChangesState(catalogue_, behaviour_);
  summary_.tellsStates = tellsStates();
  if (!request_.check.test.empty())
    for (model::CheckSummary::OperationUse& use : summary_.operations)
      use.problem = {.id = use.tests > 0 ? MessageId::None : MessageId::NotInTest};
  summary_.pairsLeftOut = prunedPairs();
  HEDDLE_CHECK(summary_.pairsLeftOut <= summary_.pairsPruned)
      << summary_.pairsLeftOut << " pairs are left out, " << summary_.pairsPruned << " were pruned";
  summary_.racesLeftOut = found_.racesLeftOut();
  if (watch_)
    summary_.missing = watch_->missing();
  status_.counters.sequences.store(engine_.sequences());
  status_.exhausted.store(triedAllTests_ ? 1 : 0);
  if (request_.check.summaryPath.empty())
    return;
  if (Result<void> written =
          writeFileAtomically(request_.check.summaryPath, model::toText(summary_));
      !written)
    budget_.fail(model::messageOf(written.error()));
}

} // namespace heddle::check
