// SPDX-License-Identifier: Apache-2.0
// heddle explore: sources -> harness -> campaign -> confirmed findings -> verdict.
#include "cli/explore_command.h"

#include <chrono>
#include <filesystem>
#include <fmt/core.h>
#include <optional>

#include "cli/build_driver.h"
#include "cli/campaign.h"
#include "cli/compile_commands.h"
#include "cli/confirm.h"
#include "cli/diagnostics.h"
#include "cli/engine_flags.h"
#include "cli/finding_store.h"
#include "cli/interrupt.h"
#include "cli/printing.h"
#include "cli/shell_words.h"
#include "cli/symbolizer.h"
#include "cli/verdict.h"
#include "support/files.h"
#include "support/temporary_directory.h"

namespace heddle::cli {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

// The user named no source: with -p we can say which ones would do.
model::Diagnostic noSources(const model::Program& program) {
  if (program.buildDirectory.empty())
    return makeError(
        "usage", "no source given", "heddle explore FILE... [-- ARGUMENTS]; heddle explore --help");
  const auto commands = loadCompileCommands(program.buildDirectory);
  if (!commands)
    return makeError("usage", commands.error().message);
  std::string list;
  for (const std::string& file : sourcesWithMain(*commands))
    list += "\n    " + fs::proximate(file).string();
  return makeError("usage",
                   "no source given",
                   list.empty() ? "none of the project's sources defines main"
                                : "name the sources of one program; these define main:" + list);
}

std::optional<model::Diagnostic> checkSources(const model::Program& program) {
  if (program.sources.empty())
    return noSources(program);
  for (const std::string& source : program.sources) {
    if (!fileExists(source))
      return makeError("usage", fmt::format("no such file: {}", source));
    if (fs::is_directory(source))
      return makeError(
          "usage", fmt::format("{} is a directory", source), "name the sources of one program");
    if (!isSource(source))
      return makeError("usage",
                       fmt::format("{} is not a C or C++ source", source),
                       "heddle explores programs: sources end in .cpp, .cc, .cxx or .c");
  }
  return std::nullopt;
}

std::string targetOf(const model::Program& program) {
  std::string target = joinShellWords(program.sources);
  if (!program.arguments.empty())
    target += " -- " + joinShellWords(program.arguments);
  return target;
}

class Exploration {
public:
  explicit Exploration(const ExploreOptions& options)
      : options_(options), program_(options.program), toolchain_(locateToolchain()),
        progress_(options.output.quiet || options.output.json()) {
    answer_.result.command = "explore";
    answer_.result.target = targetOf(program_);
    answer_.result.outDirectory = options.output.out;
    answer_.result.stats.seed = options.request.seed;
  }

  Explored run() {
    const Clock::time_point start = Clock::now();
    if (prepare() && build())
      exploreAndConfirm();
    progress_.clear();
    const std::chrono::duration<double> total = Clock::now() - start;
    answer_.result.stats.totalSeconds = total.count();
    return std::move(answer_);
  }

private:
  bool fail(ExitCode code, model::Diagnostic diagnostic) {
    answer_.code = interrupted() ? ExitCode::Interrupted : code;
    answer_.result.verdict = model::Verdict::Inconclusive;
    answer_.result.diagnostics.push_back(std::move(diagnostic));
    return false;
  }

  bool prepare();
  bool build();
  void exploreAndConfirm();
  model::SourcePlace usersPlace(const std::vector<model::Frame>& stack) const;
  void confirmAll(const HarnessLaunch& launch, const CampaignOutcome& outcome);
  void report(const Confirmed& confirmed, LlvmSymbolizer& symbolizer);

  const ExploreOptions& options_;
  model::Program program_;
  Toolchain toolchain_;
  Progress progress_;
  Explored answer_;
};

bool Exploration::prepare() {
  if (auto problem = checkSources(program_))
    return fail(ExitCode::Usage, *problem);
  if (const Result<void> ready = checkToolchain(toolchain_); !ready)
    return fail(
        ExitCode::Environment,
        makeError("environment", ready.error().message, "`heddle doctor` checks everything"));
  if (const Result<void> made = makeDirectories(options_.output.out); !made)
    return fail(
        ExitCode::Environment,
        makeError("environment", made.error().message, "choose another directory with --out"));
  return true;
}

bool Exploration::build() {
  const auto showBuild = [this](std::size_t done, std::size_t total) {
    progress_.show(fmt::format("{:<10}{} of {} sources", "compile", done, total));
  };
  Result<BuildOutcome> built = buildProgram(toolchain_, program_, options_.output.out, showBuild);
  progress_.clear();
  if (!built)
    return fail(
        ExitCode::Environment,
        makeError("environment", built.error().message, "choose another directory with --out"));
  for (model::Diagnostic& diagnostic : built->diagnostics)
    answer_.result.diagnostics.push_back(std::move(diagnostic));
  if (!built->succeeded) {
    answer_.compilerOutput = std::move(built->compilerOutput);
    answer_.code = ExitCode::Usage;
    answer_.result.verdict = model::Verdict::Inconclusive;
    return false;
  }
  program_.binary = built->harness.string();
  program_.fingerprint = built->fingerprint;
  return true;
}

void Exploration::exploreAndConfirm() {
  const Result<TemporaryDirectory> scratch = TemporaryDirectory::create("heddle-");
  if (!scratch) {
    fail(ExitCode::Environment, makeError("environment", scratch.error().message));
    return;
  }
  const HarnessLaunch launch{.binary = program_.binary,
                             .arguments = program_.arguments,
                             .workingDirectory = program_.workingDirectory,
                             .scratch = scratch->path()};
  Result<CampaignOutcome> outcome = runCampaign(launch, options_.request, progress_);
  if (!outcome) {
    fail(ExitCode::Environment, makeError("environment", outcome.error().message));
    return;
  }
  answer_.result.stats = outcome->stats;
  for (const model::Diagnostic& diagnostic : outcome->diagnostics)
    answer_.result.diagnostics.push_back(diagnostic);
  confirmAll(launch, *outcome);
  answer_.complete = true;
  const model::SourcePlace place = usersPlace(outcome->unsupportedStack);
  answer_.code = judge(*outcome, options_.request, place, answer_.result);
}

// The innermost place that is in the user's code, relative where the user would write it so.
model::SourcePlace Exploration::usersPlace(const std::vector<model::Frame>& stack) const {
  LlvmSymbolizer symbolizer(toolchain_.symbolizer, program_.binary);
  for (const std::vector<model::SourcePlace>& frame : symbolizer.symbolize(stack)) {
    for (model::SourcePlace place : frame) {
      if (place.file.empty() || place.file.starts_with("/usr/"))
        continue;
      const fs::path relative = fs::path(place.file).lexically_proximate(program_.workingDirectory);
      if (!relative.string().starts_with(".."))
        place.file = relative.string();
      return place;
    }
  }
  return {};
}

void Exploration::confirmAll(const HarnessLaunch& launch, const CampaignOutcome& outcome) {
  LlvmSymbolizer symbolizer(toolchain_.symbolizer, program_.binary);
  for (const Candidate& candidate : outcome.candidates) {
    progress_.show(fmt::format("{:<10}{}", "confirm", model::toText(candidate.original.kind)));
    const Confirmed confirmed = confirm(launch, options_.request, candidate, options_.replays);
    if (confirmed.replays.confirmed()) {
      report(confirmed, symbolizer);
      continue;
    }
    const std::string& trouble = confirmed.replays.trouble;
    answer_.result.diagnostics.push_back(makeDiagnostic(
        model::Severity::Warning,
        "unconfirmed",
        fmt::format("execution {} failed ({}), but only {} of {} replays did{}",
                    candidate.original.execution,
                    model::toText(candidate.original.kind),
                    confirmed.replays.failed,
                    confirmed.replays.times,
                    trouble.empty() ? "" : "; " + trouble),
        "the program may depend on something outside heddle's control; see docs/limits.md"));
  }
}

void Exploration::report(const Confirmed& confirmed, LlvmSymbolizer& symbolizer) {
  model::Finding finding = report::buildFinding(
      confirmed.replays.trace, confirmed.record, symbolizer, {program_.workingDirectory});
  finding.replays = confirmed.replays.times;
  finding.replaysFailed = confirmed.replays.failed;
  finding.seed = options_.request.seed;
  finding.program = program_;
  finding.engineFlags = engineFlagsOf(options_.request);
  if (!confirmed.replays.sameTrace)
    finding.notes.emplace_back("replays failed alike, but not step by step in the same way");
  if (const Result<void> stored = storeFinding(options_.output.out, finding); !stored)
    answer_.result.diagnostics.push_back(
        makeError("environment", stored.error().message, "the finding cannot be replayed"));
  answer_.result.findings.push_back(std::move(finding));
}

} // namespace

Explored explore(const ExploreOptions& options) {
  return Exploration(options).run();
}

ExitCode printExplored(const Explored& explored, const OutputOptions& options) {
  printToStderr(explored.compilerOutput);
  if (explored.complete)
    return printResult(explored.result, options, explored.code);
  for (const model::Diagnostic& diagnostic : explored.result.diagnostics)
    printDiagnostic(diagnostic);
  return options.json() ? printResult(explored.result, options, explored.code) : explored.code;
}

ExitCode exploreCommand(const ExploreOptions& options) {
  rememberInterrupts();
  return printExplored(explore(options), options.output);
}

} // namespace heddle::cli
