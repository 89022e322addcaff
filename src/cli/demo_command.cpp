// SPDX-License-Identifier: Apache-2.0
// heddle demo: a bundled class, or program, with a real bug, found in front of the user's eyes.
#include "cli/demo_command.h"

#include <filesystem>
#include <fmt/core.h>

#include "build/toolchain.h"
#include "cli/check_command.h"
#include "cli/explore_command.h"
#include "cli/printing.h"
#include "model/diagnostics.h"
#include "support/files.h"
#include "support/interrupt.h"

namespace heddle::cli {

namespace fs = std::filesystem;

namespace {

// One show: what is copied to the output directory, and what is said before and after.
struct Demo {
  const char* file;
  const char* before; // {0}: the copy
  const char* after;  // {0}, {1}: next commands about the finding; {2}: the finding's test
};

constexpr Demo kClass{.file = "connection_pool.hpp",
                      .before = R"(This is a pool of connections, a class like many:

    {0}

Every method locks, so there is no data race to report, and its tests pass. heddle writes the tests that
that you did not write: calls that meet on two threads, in every order that matters.

    heddle check {0} --class ConnectionPool

)",
                      .after = R"(
What you see: two calls and the interleaving that breaks them, step by step. `take` looks whether
there is a connection, lets go of the lock, and takes it again to remove one: in between, the other
thread takes the last one.

What to do next:
    {0:<44} the same interleaving again, every time
    {1:<44} the same, stopped in gdb where it fails
    {2:<44} the test as a file of its own
    heddle check your.hpp --class YourClass      your own class, unmodified
    heddle demo program                          the same for a program with threads
)"};

constexpr Demo kProgram{.file = "bank_account.cpp",
                        .before = R"(This is a bank account that two threads withdraw from:

    {0}

Each access to the balance holds the lock, so there is no data race to report, and on real
threads the program passes again and again. heddle runs it under one thread schedule after
another instead of waiting for luck:

    heddle explore {0}

)",
                        .after = R"(
What you see: the interleaving that breaks the assertion, step by step, with as few switches
between threads as possible. `withdraw` checks the balance, lets go of the lock, and takes it again
to subtract: in between, the other thread withdraws too.

What to do next:
    {0:<44} the same interleaving again, every time
    {1:<44} the same, stopped in gdb where it fails
    heddle explore your_program.cpp              your own program, unmodified
    heddle explore --help                        all the flags, with examples
)"};

Result<fs::path> copyExample(const char* name, const fs::path& out) {
  const build::Toolchain toolchain = build::locateToolchain();
  if (toolchain.share.empty())
    return Error{"the bundled example is missing; install heddle again"};
  if (Result<void> made = makeDirectories(out.string()); !made)
    return made.error();
  const Result<std::string> source = readFile((toolchain.share / "demo" / name).string());
  if (!source)
    return source.error();
  const fs::path copy = out / name;
  if (Result<void> written = writeFileAtomically(copy.string(), *source); !written)
    return written.error();
  return copy;
}

Explored checkExample(const std::string& file, const OutputOptions& output) {
  CheckOptions options;
  setCheckDefaults(options);
  options.request.allCauses = false; // it has one bug
  options.output = output;
  options.program.sources = {file};
  options.program.className = "ConnectionPool";
  settle(options);
  return check(options);
}

Explored exploreExample(const std::string& file, const OutputOptions& output) {
  ExploreOptions options;
  options.output = output;
  options.program.sources = {file};
  settle(options);
  return explore(options);
}

void printNext(const Demo& demo, const model::Finding& finding, const fs::path& out) {
  const std::string replay = "heddle replay " + (out / (finding.id + ".heddle")).string();
  printToStdout(fmt::format(
      fmt::runtime(demo.after), replay, replay + " --gdb", (out / finding.testFile).string()));
}

} // namespace

ExitCode demoCommand(const DemoOptions& options) {
  rememberInterrupts();
  const OutputOptions& output = options.output;
  const bool isClass = options.what == "class";
  const Demo& demo = isClass ? kClass : kProgram;
  const Result<fs::path> file = copyExample(demo.file, output.out);
  if (!file) {
    return printFailure("demo",
                        model::makeError("environment",
                                         file.error().message,
                                         "choose another directory with --out"),
                        output,
                        ExitCode::Environment);
  }
  if (!output.json())
    printToStdout(fmt::format(fmt::runtime(demo.before), file->string()));
  Explored explored =
      isClass ? checkExample(file->string(), output) : exploreExample(file->string(), output);
  explored.result.command = "demo";
  const bool found = explored.code == ExitCode::Found;
  explored.code = found ? ExitCode::NothingFound : explored.code;
  const ExitCode code = printExplored(explored, output);
  if (found && !output.json())
    printNext(demo, explored.result.findings.front(), output.out);
  if (!found && code == ExitCode::NothingFound) {
    printToStderr("heddle: error: the bug in the bundled example was not found\n");
    return ExitCode::OwnBug;
  }
  return code;
}

} // namespace heddle::cli
