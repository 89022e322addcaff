// SPDX-License-Identifier: Apache-2.0
#include "cli/search.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/core.h>
#include <map>
#include <numeric>
#include <tuple>

#include "campaign/engine_flags.h"
#include "campaign/finding_store.h"
#include "cli/known_findings.h"
#include "cli/printing.h"
#include "cli/verdict.h"
#include "explain/root_causes.h"
#include "model/diagnostics.h"
#include "report/claim_text.h"
#include "report/words/message_text.h"
#include "support/check.h"
#include "support/files.h"
#include "support/interrupt.h"
#include "support/temporary_directory.h"

namespace heddle::cli {

namespace fs = std::filesystem;

namespace {

// Seconds that replays may take after the time of the search; longer ones are cut.
constexpr double kOvertime = 2.5;
// Failures that are replayed even if the time is over.
constexpr std::size_t kAlwaysReplayed = 1;

} // namespace

bool failWith(Explored& answer, ExitCode code, model::Diagnostic diagnostic) {
  answer.code = interrupted() ? ExitCode::Interrupted : code;
  answer.result.completeness.gaveUp = true;
  conclude(answer.result, false);
  answer.result.diagnostics.push_back(std::move(diagnostic));
  return false;
}

bool isMachineReady(Explored& answer, const Result<void>& tools, const std::string& out) {
  if (!tools)
    return failWith(answer,
                    ExitCode::Environment,
                    model::makeError(
                        "environment", tools.error().message, "`heddle doctor` checks everything"));
  if (const Result<void> made = makeDirectories(out); !made)
    return failWith(answer,
                    ExitCode::Environment,
                    model::makeError("environment",
                                     made.error().message,
                                     "choose another directory with --out"));
  return true;
}

Result<campaign::CampaignOutcome> Search::run(const model::Program& program, Explored& answer) {
  program_ = &program;
  result_ = &answer.result;
  result_->failOn = options_.failOn;
  const auto environment = [&](const Error& error) {
    failWith(answer, ExitCode::Environment, model::makeError("environment", error.message));
    return error;
  };
  const Result<TemporaryDirectory> scratch = TemporaryDirectory::create("heddle-");
  if (!scratch)
    return environment(scratch.error());
  const campaign::HarnessLaunch launch{.binary = program.binary,
                                       .arguments = program.arguments,
                                       .workingDirectory = program.workingDirectory,
                                       .scratch = scratch->path()};
  if (options_.request.seconds > 0)
    deadline_ = campaign::Deadline::clock::now() +
                std::chrono::duration_cast<campaign::Deadline::duration>(
                    std::chrono::duration<double>(options_.request.seconds + kOvertime));
  Result<campaign::CampaignOutcome> outcome =
      campaign::runCampaign(launch, options_.request, progress_);
  if (!outcome)
    return environment(outcome.error());
  answer.result.stats = outcome->stats;
  answer.result.patterns = outcome->coverage;
  answer.result.completeness = completenessOf(*outcome, options_.request);
  explain(*outcome);
  confirmAll(launch, *outcome);
  keepBaselines();
  sortFindings();
  answer.complete = true;
  return outcome;
}

void Search::keepBaselines() {
  if (!options_.baseline.empty())
    compareWithBaseline(options_.known, options_.baseline, *result_);
  if (options_.writeBaseline.empty())
    return;
  const model::Baseline baseline = extendedBaseline(options_.known, *result_);
  if (const Result<void> written =
          writeFileAtomically(options_.writeBaseline, model::toText(baseline));
      !written)
    result_->diagnostics.push_back(
        model::makeError("environment", written.error().message, "the baseline was not written"));
}

// The most severe first, known ones last, failures before data races, and otherwise in the order of their numbers.
void Search::sortFindings() {
  std::ranges::sort(result_->findings, {}, [](const model::Finding& finding) {
    const int mildness =
        static_cast<int>(model::Severity::Error) - static_cast<int>(severityOf(finding));
    const bool isRace = finding.kind == model::FindingKind::DataRace;
    return std::tuple(finding.known, mildness, isRace, finding.id);
  });
}

void Search::explain(const campaign::CampaignOutcome& outcome) {
  std::vector<model::Diagnostic>& diagnostics = result_->diagnostics;
  diagnostics.insert(diagnostics.end(), outcome.diagnostics.begin(), outcome.diagnostics.end());
  if (!outcome.unsupported.empty())
    diagnostics.push_back({model::Severity::Error,
                           "unsupported",
                           outcome.unsupported,
                           usersPlace(outcome.unsupportedStack),
                           "docs/limits.md lists what heddle does not model"});
  if (outcome.exitedEarly)
    diagnostics.push_back(
        model::makeDiagnostic(model::Severity::Note,
                              "search",
                              "the program can end while some of its threads are still running"));
}

// The innermost place that is in the user's code, relative where the user would write it so.
model::SourcePlace Search::usersPlace(const std::vector<model::Frame>& stack) const {
  campaign::LlvmSymbolizer symbolizer(toolchain_.symbolizer, program_->binary);
  for (const std::vector<model::SourcePlace>& frame : symbolizer.symbolize(stack)) {
    for (model::SourcePlace place : frame) {
      if (!explain::isUserCode(place.file))
        continue;
      const fs::path relative =
          fs::path(place.file).lexically_proximate(program_->workingDirectory);
      if (!relative.string().starts_with(".."))
        place.file = relative.string();
      return place;
    }
  }
  return {};
}

namespace {

std::string whatCameInstead(const campaign::Replays& replays) {
  if (!replays.trouble.empty())
    return "; " + replays.trouble;
  if (replays.failed > 0)
    return "";
  if (replays.trace.kind == model::FindingKind::None)
    return "; it ended well there";
  return fmt::format("; there it was {}: {}",
                     model::toText(replays.trace.kind),
                     report::messageText(replays.trace.message));
}

std::vector<model::Finding> mostSevereFirst(std::vector<model::Finding> findings) {
  std::vector<std::size_t> order(findings.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    const model::Severity one = severityOf(findings[a]), other = severityOf(findings[b]);
    return one != other ? one > other : a < b;
  });
  std::vector<model::Finding> ordered;
  ordered.reserve(findings.size());
  for (const std::size_t index : order)
    ordered.push_back(std::move(findings[index]));
  return ordered;
}

} // namespace

// Failures come first, so that what is left out when the time is over matters least.
void Search::confirmAll(const campaign::HarnessLaunch& launch,
                        const campaign::CampaignOutcome& outcome) {
  campaign::LlvmSymbolizer symbolizer(toolchain_.symbolizer, program_->binary);
  std::vector<model::Finding> findings;
  std::map<std::uint64_t, model::Trace> traces; // by signature
  std::size_t replayed = 0, notReplayed = 0;
  for (const campaign::Candidate& candidate : outcome.candidates) {
    if (replayed >= kAlwaysReplayed && campaign::Deadline::clock::now() > deadline_) {
      ++notReplayed;
      continue;
    }
    ++replayed;
    progress_.show(fmt::format("{:<10}{}", "confirm", model::toText(candidate.original.kind)));
    campaign::Confirmed confirmed =
        campaign::confirm(launch, options_.request, candidate, options_.replays, deadline_);
    result_->stats.replayExecutions += confirmed.executions;
    if (!confirmed.replays.confirmed()) {
      reportUnconfirmed(candidate, confirmed.replays);
      continue;
    }
    findings.push_back(describe(launch, confirmed, symbolizer));
    traces[findings.back().signature] = std::move(confirmed.replays.trace);
  }
  findings = mostSevereFirst(std::move(findings));
  if (options_.request.allCauses && !options_.request.keepGoing)
    findings = explain::oneForEachCause(std::move(findings));
  for (model::Finding& finding : findings) {
    const model::Trace& trace = traces.at(finding.signature);
    store(std::move(finding), trace);
  }
  if (notReplayed > 0)
    reportNotReplayed(notReplayed);
}

void Search::reportUnconfirmed(const campaign::Candidate& candidate,
                               const campaign::Replays& replays) {
  ++result_->completeness.unconfirmed;
  result_->diagnostics.push_back(model::makeDiagnostic(
      model::Severity::Warning,
      "unconfirmed",
      fmt::format("{} failed ({}), but only {} of {} replays did{}",
                  report::positionText(candidate.original.position),
                  model::toText(candidate.original.kind),
                  replays.failed,
                  replays.times,
                  whatCameInstead(replays)),
      "the program may depend on something outside heddle's control; see docs/limits.md"));
}

void Search::reportNotReplayed(std::size_t failures) {
  result_->diagnostics.push_back(model::makeDiagnostic(
      model::Severity::Note,
      "search",
      fmt::format("{} more failure{} seen, but the time was over before {} replayed",
                  failures,
                  failures == 1 ? " was" : "s were",
                  failures == 1 ? "it was" : "they were"),
      "raise --time"));
}

model::Finding Search::describe(const campaign::HarnessLaunch& launch,
                                const campaign::Confirmed& confirmed,
                                campaign::LlvmSymbolizer& symbolizer) {
  HEDDLE_CHECK(confirmed.replays.times > 0) << "a finding that was never replayed";
  explain::BuildOptions how{.workingDirectory = program_->workingDirectory, .calls = {}};
  if (author_ != nullptr)
    how.calls = author_->nameCalls(launch, confirmed.record);
  noteFirst(confirmed.record);
  model::Finding finding =
      explain::buildFinding(confirmed.replays.trace, confirmed.record, symbolizer, how);
  finding.replays = confirmed.replays.times;
  finding.replaysFailed = confirmed.replays.failed;
  finding.seed = options_.request.seed;
  finding.program = *program_;
  finding.engineFlags = campaign::engineFlagsOf(options_.request);
  if (!confirmed.replays.sameTrace)
    finding.notes.push_back({.id = model::MessageId::ReplaysDiffer});
  return finding;
}

void Search::store(model::Finding finding, const model::Trace& trace) {
  campaign::assignId(options_.output.out, finding);
  if (author_ != nullptr)
    author_->complete(finding, trace);
  if (const Result<void> stored = campaign::storeFinding(options_.output.out, finding); !stored)
    result_->diagnostics.push_back(
        model::makeError("environment", stored.error().message, "the finding cannot be replayed"));
  result_->findings.push_back(std::move(finding));
}

void Search::noteFirst(const model::FindingRecord& record) {
  HEDDLE_CHECK(record.position.execution > 0) << "a failure of no execution";
  model::RunStats& stats = result_->stats;
  const bool isFirst = stats.firstFinding.execution == 0 || record.step < firstStep_;
  if (!isFirst)
    return;
  firstStep_ = record.step;
  stats.firstFinding = record.position;
  stats.firstFindingSeconds = record.seconds;
}

bool takeBuild(Explored& answer, model::Program& program, build::BuildOutcome& build) {
  for (model::Diagnostic& diagnostic : build.diagnostics)
    answer.result.diagnostics.push_back(std::move(diagnostic));
  if (!build.succeeded) {
    answer.compilerOutput = std::move(build.compilerOutput);
    answer.result.completeness.gaveUp = true;
    answer.result.completeness.unsupported = build.unsupported;
    conclude(answer.result, false);
    answer.code = build.unsupported ? ExitCode::Environment : ExitCode::Usage;
    return false;
  }
  program.binary = build.harness.string();
  program.fingerprint = build.fingerprint;
  return true;
}

bool buildClassFor(Explored& answer,
                   model::Program& program,
                   const build::Toolchain& toolchain,
                   const std::string& out,
                   campaign::Progress& progress,
                   build::ClassBuild& built) {
  const auto showStep = [&](build::ClassStep step) {
    const char* const what = step == build::ClassStep::Parse ? "parse" : "compile";
    progress.show(fmt::format("{:<10}{}", what, program.className));
  };
  Result<build::ClassBuild> done = build::buildClass(toolchain, program, out, showStep);
  progress.clear();
  if (!done)
    return failWith(answer,
                    ExitCode::Environment,
                    model::makeError("environment",
                                     done.error().message,
                                     "choose another directory with --out"));
  built = std::move(*done);
  return takeBuild(answer, program, built.build);
}

ExitCode printExplored(const Explored& explored, const OutputOptions& options) {
  printToStderr(explored.compilerOutput);
  if (explored.complete)
    return printResult(explored.result, options, explored.code);
  for (const model::Diagnostic& diagnostic : explored.result.diagnostics)
    printDiagnostic(diagnostic);
  return options.json() ? printResult(explored.result, options, explored.code) : explored.code;
}

} // namespace heddle::cli
