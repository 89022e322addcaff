// SPDX-License-Identifier: Apache-2.0
// heddle demo: a bundled program with a real bug, found in front of the user's eyes.
#include "cli/demo_command.h"

#include <filesystem>
#include <fmt/core.h>

#include "cli/diagnostics.h"
#include "cli/explore_command.h"
#include "cli/interrupt.h"
#include "cli/printing.h"
#include "cli/toolchain.h"
#include "support/files.h"

namespace heddle::cli {

namespace fs = std::filesystem;

namespace {

constexpr const char* kProgram = "bank_account.cpp";

constexpr const char* kBefore = R"(This is a bank account that two threads withdraw from:

    {0}

Each access to the balance holds the lock, so there is no data race to report, and on real
threads the program passes again and again. heddle runs it under one thread schedule after
another instead of waiting for luck:

    heddle explore {0}

)";

constexpr const char* kAfter = R"(
What you see: the interleaving that breaks the assertion, step by step, with as few switches
between threads as possible. `withdraw` checks the balance, lets go of the lock, and takes it again
to subtract: in between, the other thread withdraws too.

What to do next:
    {0:<44} the same interleaving again, every time
    {1:<44} the same, stopped in gdb where it fails
    {2:<44} your own program, unmodified
    {3:<44} all the flags, with examples
)";

Result<fs::path> copyProgram(const fs::path& out) {
  const Toolchain toolchain = locateToolchain();
  if (toolchain.share.empty())
    return Error{"the bundled example is missing; install heddle again"};
  if (Result<void> made = makeDirectories(out.string()); !made)
    return made.error();
  const Result<std::string> source = readFile((toolchain.share / "demo" / kProgram).string());
  if (!source)
    return source.error();
  const fs::path copy = out / kProgram;
  if (Result<void> written = writeFileAtomically(copy.string(), *source); !written)
    return written.error();
  return copy;
}

} // namespace

ExitCode demoCommand(const OutputOptions& options) {
  rememberInterrupts();
  const Result<fs::path> program = copyProgram(options.out);
  if (!program) {
    return printFailure(
        "demo",
        makeError("environment", program.error().message, "choose another directory with --out"),
        options,
        ExitCode::Environment);
  }
  ExploreOptions explore;
  explore.output = options;
  explore.program.sources = {program->string()};
  settle(explore);
  if (!options.json())
    printToStdout(fmt::format(kBefore, program->string()));
  Explored explored = cli::explore(explore);
  explored.result.command = "demo";
  const bool found = explored.code == ExitCode::Found;
  explored.code = found ? ExitCode::NothingFound : explored.code;
  const ExitCode code = printExplored(explored, options);
  if (found && !options.json()) {
    const fs::path finding =
        fs::path(options.out) / (explored.result.findings.front().id + ".heddle");
    printToStdout(fmt::format(kAfter,
                              "heddle replay " + finding.string(),
                              "heddle replay " + finding.string() + " --gdb",
                              "heddle explore your_program.cpp",
                              "heddle explore --help"));
  }
  if (!found && code == ExitCode::NothingFound) {
    printToStderr("heddle: error: the bug in the bundled example was not found\n");
    return ExitCode::OwnBug;
  }
  return code;
}

} // namespace heddle::cli
