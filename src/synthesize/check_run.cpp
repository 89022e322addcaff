// SPDX-License-Identifier: Apache-2.0
#include "synthesize/check_run.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "support/files.h"
#include "synthesize/observers.h"
#include "synthesize/operation_uses.h"
#include "synthesize/random_guide.h"

namespace heddle::synthesize {

namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};

// What is examined after each new call sequence, in this order; the rest waits until no more sequences are found.
// Each part is over after so many units or executions, so that every shape gets its turn within the first seconds,
// be the class cheap or dear to explore.
struct Share {
  Shape shape;
  std::uint64_t units;
  std::uint64_t executions;
};
constexpr std::array kRound = {
    Share{.shape = Shape::Client, .units = 100, .executions = 20'000},
    Share{.shape = Shape::Pair, .units = 1000, .executions = 60'000},
    Share{.shape = Shape::TwoObjects, .units = 100, .executions = 20'000},
    Share{.shape = Shape::ThreeLanes, .units = 100, .executions = 20'000},
    Share{.shape = Shape::ThreeAndOne, .units = 100, .executions = 20'000},
    Share{.shape = Shape::TwoAgainstOne, .units = 60, .executions = 10'000},
    Share{.shape = Shape::TwoAgainstTwo, .units = 30, .executions = 10'000},
};
static_assert(kRound.size() == kShapes);
constexpr std::size_t kMostProgress = 2000;
constexpr std::size_t kMostNotes = 16;

} // namespace

CheckRun::CheckRun(const model::HarnessRequest& request,
                   model::HarnessStatus& status,
                   const runtime::Options& options)
    : request_(request), status_(status), limits_(request, status),
      catalogue_(*runtime::classTable()), engine_(catalogue_, options), behaviour_(engine_, true),
      examiner_(request, &limits_), found_(request) {
  unitsByOperation_.resize(catalogue_.table().operationCount);
  summary_.guide = request.guide;
  for (unsigned i = 0; i < kShapes; ++i)
    summary_.shapes.push_back({.shape = std::string(toText(static_cast<Shape>(i)))});
}

bool CheckRun::run() {
  status_.state.store(static_cast<std::uint32_t>(model::HarnessState::Exploring));
  if (prepare())
    request_.guide == "random" ? checkAtRandom() : checkByCoverage();
  limits_.readClock();
  writeSummary();
  if (failed_)
    return false;
  if (request_.minimise) {
    status_.state.store(static_cast<std::uint32_t>(model::HarnessState::Minimising));
    limits_.beginMinimising();
    if (Result<void> minimised = found_.minimise(examiner_, status_); !minimised)
      fail(minimised.error().message);
  }
  if (!failed_)
    status_.state.store(static_cast<std::uint32_t>(model::HarnessState::Finished));
  return !failed_;
}

// Reads what is wanted and finds out how objects are made.
bool CheckRun::prepare() {
  if (request_.guide != "coverage" && request_.guide != "random") {
    fail("no guide is called '" + request_.guide + "'");
    return false;
  }
  Result<Prunings> prunings = Prunings::fromText(request_.prunings);
  if (!prunings) {
    fail(prunings.error().message);
    return false;
  }
  prunings_ = *prunings;
  Roots roots = limits_.generating([&] { return findRoots(catalogue_, engine_, behaviour_); });
  if (!prunings_.useStates())
    behaviour_.distrustStates();
  summary_.notes = std::move(roots.notes);
  roots_ = std::move(roots.usable);
  if (roots_.empty()) {
    status_.unsupported.store(roots.unsupported ? 1 : 0);
    fail(roots.problem);
  }
  return !failed_;
}

void CheckRun::checkByCoverage() {
  GuideOptions options{.seed = request_.seed,
                       .prunings = prunings_,
                       .saturation = request_.saturation,
                       .thorough = request_.generateOnly,
                       .firstRound = request_.job};
  CoverageGuide guide(catalogue_, engine_, behaviour_, roots_, options);
  Assembler assembler(catalogue_, behaviour_);
  while (std::optional<CallSequence> sequence = search(guide)) {
    if (engine_.classOwnsThreads())
      assembler.setClassOwnsThreads();
    assembler.add(*sequence, guide.calls());
    for (const Share& share : kRound)
      examineSome(assembler, share.shape, share.units, share.executions);
  }
  examineSome(assembler, Shape::Pair, kAll, kAll); // plans tests of the other shapes as it goes on
  for (const Share& share : kRound)
    summary_.shapes[static_cast<std::size_t>(share.shape)].exhausted =
        examineSome(assembler, share.shape, kAll, kAll);
  summary_.exhausted =
      !limits_.mustStop() &&
      std::ranges::all_of(summary_.shapes, [](const auto& use) { return use.exhausted; });
}

std::optional<CallSequence> CheckRun::search(CoverageGuide& guide) {
  if (limits_.mustStop())
    return std::nullopt;
  if (!limits_.beginNeededStep())
    guide.skip();
  auto stop = [this] { return limits_.mustStop(engine_.sequences()); };
  double before = limits_.generateSeconds();
  std::optional<CallSequence> sequence = limits_.generating([&] { return guide.next(stop); });
  status_.callTraces.store(guide.callTraces(), std::memory_order_relaxed);
  summary_.callTraces = guide.callTraces();
  if (!sequence)
    return std::nullopt;
  const CoverageGuide::Iteration& iteration = guide.lastIteration();
  summary_.iterations.push_back({.seconds = limits_.seconds(),
                                 .took = limits_.generateSeconds() - before,
                                 .saturation = iteration.saturation,
                                 .sequences = engine_.sequences(),
                                 .newTraces = sequence->improvement,
                                 .length = sequence->steps.size(),
                                 .cut = iteration.cut});
  return sequence;
}

// True when there are no more units of the shape.
bool CheckRun::examineSome(Assembler& assembler,
                           Shape shape,
                           std::uint64_t units,
                           std::uint64_t executions) {
  std::uint64_t before = limits_.executions();
  for (std::uint64_t i = 0; i < units && limits_.executions() - before < executions; ++i) {
    if (limits_.mustStop(engine_.sequences()))
      return false;
    std::optional<Unit> unit = limits_.generating([&] { return assembler.next(shape); });
    status_.tests.store(assembler.tests(), std::memory_order_relaxed);
    if (!unit)
      return true;
    if (request_.tests != 0 && unit->testNumber > request_.tests)
      return false;
    examine(*unit);
  }
  return false;
}

void CheckRun::checkAtRandom() {
  RandomGuide guide(catalogue_, behaviour_, roots_, request_.seed);
  auto stop = [this] { return limits_.mustStop(engine_.sequences()); };
  for (std::uint64_t number = 1; request_.tests == 0 || number <= request_.tests; ++number) {
    std::optional<Plan> plan = limits_.generating([&] { return guide.next(stop); });
    status_.callTraces.store(guide.callTraces(), std::memory_order_relaxed);
    summary_.callTraces = guide.callTraces();
    if (!plan)
      return;
    status_.tests.store(number, std::memory_order_relaxed);
    Path observers = chooseObservers(guide.calls(), catalogue_, behaviour_);
    examine({.test = catalogue_.test(plan->prefix, plan->suffixes, observers),
             .shape = Shape::Pair,
             .testNumber = number});
  }
}

void CheckRun::examine(const Unit& unit) {
  if (!limits_.beginStep())
    return;
  Examination examination;
  if (!request_.generateOnly) {
    examination = examiner_.examine(unit.test, {});
    engine_.leaveEngine();
  }
  count(unit, examination);
  for (const Violation& violation : examination.violations)
    record(violation, unit);
}

void CheckRun::count(const Unit& unit, const Examination& examination) {
  for (const model::Sequence& suffix : unit.test.suffixes)
    for (const model::Call& call : suffix)
      ++unitsByOperation_[call.operation];
  model::CheckSummary::ShapeUse& use = summary_.shapes[static_cast<std::size_t>(unit.shape)];
  ++use.units;
  ++summary_.units;
  use.executions += examination.executions;
  summary_.requirements += examination.requirements;
  summary_.requirementsCovered += examination.requirementsCovered;
  summary_.unitsExhausted += examination.exhausted ? 1 : 0;
  status_.requirements.store(summary_.requirements, std::memory_order_relaxed);
  status_.requirementsCovered.store(summary_.requirementsCovered, std::memory_order_relaxed);
  if (examination.incomplete)
    status_.incomplete.store(1, std::memory_order_relaxed);
  if (!examination.unsupported.empty())
    note("unsupported: " + examination.unsupported);
  auto& progress = summary_.progress;
  if (!progress.empty() && progress.back().tests == unit.testNumber)
    progress.pop_back();
  if (progress.size() < kMostProgress)
    progress.push_back({.seconds = limits_.seconds(),
                        .tests = unit.testNumber,
                        .callTraces = summary_.callTraces,
                        .requirementsCovered = summary_.requirementsCovered});
}

void CheckRun::record(const Violation& violation, const Unit& unit) {
  Result<bool> added = found_.add(
      violation,
      {.step = limits_.currentStep(), .testNumber = unit.testNumber, .seconds = limits_.seconds()});
  if (!added)
    return fail(added.error().message);
  if (!*added)
    return;
  status_.findings.store(status_.findings.load() + 1);
  status_.failures.store(status_.failures.load() + 1);
  limits_.found(violation.kind);
}

void CheckRun::note(const std::string& text) {
  std::vector<std::string>& notes = summary_.notes;
  if (notes.size() < kMostNotes && std::ranges::find(notes, text) == notes.end())
    notes.push_back(text);
}

void CheckRun::writeSummary() {
  summary_.operations = operationUses(catalogue_, behaviour_, engine_, unitsByOperation_);
  summary_.sequences = engine_.sequences();
  summary_.generateSeconds = limits_.generateSeconds();
  summary_.seconds = limits_.seconds();
  summary_.tests = status_.tests.load();
  summary_.executions = limits_.executions();
  summary_.ownsThreads = engine_.classOwnsThreads();
  status_.sequences.store(engine_.sequences());
  status_.exhausted.store(summary_.exhausted ? 1 : 0);
  if (request_.tracePath.empty())
    return;
  if (Result<void> written = writeFileAtomically(request_.tracePath, model::toText(summary_));
      !written)
    fail(written.error().message);
}

void CheckRun::fail(const std::string& message) {
  failed_ = true;
  std::size_t length = std::min(message.size(), sizeof status_.message - 1);
  std::memcpy(status_.message, message.data(), length);
  status_.message[length] = '\0';
  status_.state.store(static_cast<std::uint32_t>(model::HarnessState::Failed));
}

} // namespace heddle::synthesize
