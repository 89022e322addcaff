// SPDX-License-Identifier: Apache-2.0
// heddle explore: sources -> harness -> campaign -> confirmed findings -> verdict.
#include "cli/explore_command.h"

#include <chrono>
#include <filesystem>
#include <fmt/core.h>
#include <optional>

#include "build/build_driver.h"
#include "build/compile_commands.h"
#include "build/compile_flags.h"
#include "build/shell_words.h"
#include "cli/verdict.h"
#include "model/diagnostics.h"
#include "support/files.h"
#include "support/interrupt.h"

namespace heddle::cli {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

// The user named no source: with -p we can say which ones would do.
model::Diagnostic noSources(const model::Program& program) {
  if (program.buildDirectory.empty())
    return model::makeError(
        "usage", "no source given", "heddle explore FILE... [-- ARGUMENTS]; heddle explore --help");
  const auto commands = build::loadCompileCommands(program.buildDirectory);
  if (!commands)
    return model::makeError("usage", commands.error().message);
  std::string list;
  for (const std::string& file : build::sourcesWithMain(*commands))
    list += "\n    " + fs::proximate(file).string();
  return model::makeError("usage",
                          "no source given",
                          list.empty()
                              ? "none of the project's sources defines main"
                              : "name the sources of one program; these define main:" + list);
}

std::optional<model::Diagnostic> checkSources(const model::Program& program) {
  if (program.sources.empty())
    return noSources(program);
  for (const std::string& source : program.sources) {
    if (!fileExists(source))
      return model::makeError("usage", fmt::format("no such file: {}", source));
    if (fs::is_directory(source))
      return model::makeError(
          "usage", fmt::format("{} is a directory", source), "name the sources of one program");
    if (!build::isSource(source))
      return model::makeError("usage",
                              fmt::format("{} is not a C or C++ source", source),
                              "heddle explores programs: sources end in .cpp, .cc, .cxx or .c");
  }
  return std::nullopt;
}

std::string targetOf(const model::Program& program) {
  std::string target = build::joinShellWords(program.sources);
  if (!program.arguments.empty())
    target += " -- " + build::joinShellWords(program.arguments);
  return target;
}

class Exploration {
public:
  explicit Exploration(const ExploreOptions& options)
      : options_(options), program_(options.program), toolchain_(build::locateToolchain()),
        progress_(options.output.quiet || options.output.json()) {
    answer_.result.command = "explore";
    answer_.result.target = targetOf(program_);
    answer_.result.outDirectory = options.output.out;
    answer_.result.stats.seed = options.request.seed;
  }

  Explored run() {
    const Clock::time_point start = Clock::now();
    if (prepare() && build())
      search();
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
  bool build();
  void search();

  const ExploreOptions& options_;
  model::Program program_;
  build::Toolchain toolchain_;
  campaign::Progress progress_;
  Explored answer_;
};

bool Exploration::prepare() {
  if (auto problem = checkSources(program_))
    return fail(ExitCode::Usage, *problem);
  return isMachineReady(answer_, build::checkToolchain(toolchain_), options_.output.out);
}

bool Exploration::build() {
  const auto showBuild = [this](std::size_t done, std::size_t total) {
    progress_.show(fmt::format("{:<10}{} of {} sources", "compile", done, total));
  };
  Result<build::BuildOutcome> built =
      build::buildProgram(toolchain_, program_, options_.output.out, showBuild);
  progress_.clear();
  if (!built)
    return fail(ExitCode::Environment,
                model::makeError(
                    "environment", built.error().message, "choose another directory with --out"));
  return takeBuild(answer_, program_, *built);
}

void Exploration::search() {
  if (Search(toolchain_, options_, progress_, nullptr).run(program_, answer_))
    answer_.code = conclude(answer_.result);
}

} // namespace

Explored explore(const ExploreOptions& options) {
  return Exploration(options).run();
}

ExitCode exploreCommand(const ExploreOptions& options) {
  rememberInterrupts();
  return printExplored(explore(options), options.output);
}

} // namespace heddle::cli
