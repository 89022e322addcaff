// SPDX-License-Identifier: Apache-2.0
// heddle deps: header -> summaries of its methods -> which pairs can fail together. Builds and runs nothing.
#include "cli/deps_command.h"

#include <chrono>
#include <fmt/core.h>
#include <utility>

#include "analysis/relations.h"
#include "build/class_build.h"
#include "build/class_inputs.h"
#include "build/toolchain.h"
#include "campaign/progress.h"
#include "cli/printing.h"
#include "cli/search.h"
#include "cli/summaries_file.h"
#include "model/diagnostics.h"
#include "report/deps_report.h"
#include "report/words/message_text.h"
#include "support/interrupt.h"

namespace heddle::cli {

namespace {

using Clock = std::chrono::steady_clock;

class ClassDependencies {
public:
  explicit ClassDependencies(const DepsOptions& options)
      : options_(options), toolchain_(build::locateToolchain()),
        progress_(options.output.quiet || options.output.json()) {
    answer_.result.command = "deps";
    answer_.result.target =
        options.program.sources.empty()
            ? ""
            : fmt::format("{} --class {}", options.program.sources[0], options.program.className);
    answer_.result.outDirectory = options.output.out;
  }

  ExitCode run() {
    const Clock::time_point start = Clock::now();
    if (!read())
      return printExplored(answer_, options_.output);
    deps_.relations = analysis::relateAll(deps_.summary);
    const std::chrono::duration<double> took = Clock::now() - start;
    deps_.seconds = took.count();
    addNotes();
    return printDependencies(deps_, options_);
  }

private:
  bool fail(ExitCode code, model::Diagnostic diagnostic) {
    return failWith(answer_, code, std::move(diagnostic));
  }
  bool read();
  void addNotes();
  void note(std::string message) {
    deps_.diagnostics.push_back(
        model::makeDiagnostic(model::Severity::Note, "class", std::move(message)));
  }

  const DepsOptions& options_;
  build::Toolchain toolchain_;
  campaign::Progress progress_;
  Explored answer_;
  report::Dependencies deps_;
};

bool ClassDependencies::read() {
  if (auto problem = build::checkClassInputs(options_.program, "deps"))
    return fail(ExitCode::Usage, *problem);
  if (!isMachineReady(answer_, build::checkClassTools(toolchain_), options_.output.out))
    return false;
  progress_.show(fmt::format("{:<10}{}", "parse", options_.program.className));
  Result<build::ClassBuild> parsed =
      build::readClass(toolchain_, options_.program, options_.output.out);
  progress_.clear();
  if (!parsed)
    return fail(ExitCode::Environment,
                model::makeError(
                    "environment", parsed.error().message, "choose another directory with --out"));
  deps_.diagnostics = std::move(parsed->build.diagnostics);
  if (!parsed->build.succeeded) {
    answer_.result.diagnostics = std::move(deps_.diagnostics);
    answer_.compilerOutput = std::move(parsed->build.compilerOutput);
    answer_.code = ExitCode::Usage;
    answer_.result.completeness.gaveUp = true;
    answer_.result.verdict = verdictOf(answer_.result.completeness, false);
    return false;
  }
  Result<model::ClassSummary> summary = readSummaries(parsed->summaries);
  if (!summary)
    return fail(ExitCode::Environment, model::makeError("class", summary.error().message));
  deps_.summary = std::move(*summary);
  return true;
}

void ClassDependencies::addNotes() {
  for (const std::string& text : report::textsOf(deps_.summary.notes))
    note(text);
  if (deps_.summary.startsThreads)
    note("the class may start threads of its own, which change what its methods see: `heddle "
         "check` runs all pairs");
}

} // namespace

ExitCode depsCommand(const DepsOptions& options) {
  rememberInterrupts();
  return ClassDependencies(options).run();
}

} // namespace heddle::cli
