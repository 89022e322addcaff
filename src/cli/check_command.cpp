// SPDX-License-Identifier: Apache-2.0
// heddle check: header -> class harness -> generated tests -> confirmed findings -> verdict.
#include "cli/check_command.h"

#include <chrono>
#include <fmt/core.h>
#include <utility>

#include "build/class_build.h"
#include "build/class_inputs.h"
#include "cli/check_summaries.h"
#include "cli/summaries_file.h"
#include "cli/test_author.h"
#include "cli/verdict.h"
#include "model/diagnostics.h"
#include "model/lists/guide_table.h"
#include "report/words/message_text.h"
#include "support/interrupt.h"

namespace heddle::cli {

namespace {

using Clock = std::chrono::steady_clock;

class ClassCheck {
public:
  explicit ClassCheck(const CheckOptions& options)
      : options_(options), program_(options.program), toolchain_(build::locateToolchain()),
        progress_(options.output.quiet || options.output.json()) {
    model::RunResult& result = answer_.result;
    result.command = "check";
    result.target = program_.sources.empty()
                        ? ""
                        : fmt::format("{} --class {}", program_.sources[0], program_.className);
    result.outDirectory = options.output.out;
    result.stats.seed = options.request.seed;
    result.stats.tests = 0;
  }

  Explored run() {
    const Clock::time_point start = Clock::now();
    if (prepare() &&
        buildClassFor(answer_, program_, toolchain_, options_.output.out, progress_, built_)) {
      chooseSummaries();
      search();
    }
    progress_.clear();
    const std::chrono::duration<double> total = Clock::now() - start;
    answer_.result.stats.totalSeconds = total.count();
    return std::move(answer_);
  }

private:
  bool fail(ExitCode code, model::Diagnostic diagnostic) {
    return failWith(answer_, code, std::move(diagnostic));
  }

  bool prepare();
  void chooseSummaries();
  void search();
  void concludeCheck();
  void explain(const model::CheckSummary& summary);

  CheckOptions options_;
  model::Program program_;
  build::Toolchain toolchain_;
  campaign::Progress progress_;
  build::ClassBuild built_;
  Explored answer_;
};

bool ClassCheck::prepare() {
  build::addKnownLibrary(program_);
  if (auto problem = build::checkClassInputs(program_, "check"))
    return fail(ExitCode::Usage, *problem);
  return isMachineReady(answer_, build::checkClassTools(toolchain_), options_.output.out);
}

// Without summaries there is nothing to prune by: coverage alone then guides the search.
void ClassCheck::chooseSummaries() {
  model::HarnessRequest& request = options_.request;
  if (!model::findGuide(request.check.guide)->usesSummaries)
    return;
  const std::string file =
      options_.summaries.empty() ? built_.summaries.string() : options_.summaries;
  if (const Result<model::ClassSummary> summary = readSummaries(file); !summary) {
    answer_.result.diagnostics.push_back(model::makeDiagnostic(
        model::Severity::Warning,
        "summary",
        fmt::format("{}; no pair of methods is pruned", summary.error().message)));
    request.check.guide = "coverage";
    return;
  }
  request.check.methodsPath = file;
}

// A given test says nothing about the methods that it does not call, and its claim is not about them.
void ClassCheck::concludeCheck() {
  model::RunResult& result = answer_.result;
  if (result.coverage.has_value() && options_.request.check.test.empty())
    addCoverage(*result.coverage, result.completeness);
  else if (result.coverage.has_value())
    addComparison(*result.coverage, result.completeness);
  answer_.code = conclude(result);
}

// What the numbers alone would not say.
void ClassCheck::explain(const model::CheckSummary& summary) {
  const auto add = [this](model::Severity severity,
                          const char* about,
                          const std::string& message,
                          const std::string& hint = "") {
    answer_.result.diagnostics.push_back(model::makeDiagnostic(severity, about, message, hint));
  };
  if (const std::uint64_t more = summary.racesLeftOut; more > 0)
    add(model::Severity::Note,
        "data-race",
        fmt::format("{} more data {} seen", more, more == 1 ? "race was" : "races were"),
        "all of them: --keep-going");
  if (answer_.result.stats.tests == 0 && summary.pairs > 0 && summary.pairsPruned == summary.pairs)
    add(model::Severity::Note,
        "class",
        "nothing was run: no two methods can interfere (see `heddle deps`)",
        "--guide auto runs them anyway");
  for (const model::Message& note : summary.notes)
    add(model::Severity::Note, "class", report::messageText(note));
  for (const model::Message& missing : summary.missing)
    add(model::Severity::Warning,
        "summary",
        report::messageText(missing),
        "the pairs this concerns are run after all; it is a gap in heddle's analysis, please "
        "report it");
}

void ClassCheck::search() {
  for (const model::OperationModel& operation : built_.subject.operations)
    options_.request.check.functions.push_back({.symbol = operation.symbol,
                                                .hasBody = operation.hasBody,
                                                .returnsValue = operation.result != "void"});
  TestAuthor author(built_, options_.output.out, answer_.result.diagnostics);
  const Result<campaign::CampaignOutcome> outcome =
      Search(toolchain_, options_, progress_, &author).run(program_, answer_);
  if (!outcome)
    return;
  model::RunResult& result = answer_.result;
  result.coverage = model::ClassCoverage{.subject = built_.subject,
                                         .summary = mergeSummaries(outcome->summaries)};
  concludeCheck();
  explain(result.coverage->summary);
}

} // namespace

Explored check(const CheckOptions& options) {
  return ClassCheck(options).run();
}

ExitCode checkCommand(const CheckOptions& options) {
  rememberInterrupts();
  return printExplored(check(options), options.output);
}

} // namespace heddle::cli
