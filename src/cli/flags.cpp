// SPDX-License-Identifier: Apache-2.0
#include "cli/flags.h"

#include <CLI/CLI.hpp>

#include <filesystem>

#include "cli/quantities.h"
#include "cli/shell_words.h"

namespace heddle::cli {

namespace fs = std::filesystem;

namespace {

using Parser = Result<std::uint64_t> (*)(std::string_view);

// A flag with a value such as 10s or 64M. `set` receives the parsed number.
template <typename Set>
void addQuantity(CLI::App& command,
                 const std::string& name,
                 Parser parse,
                 const std::string& meaning,
                 const std::string& placeholder,
                 Set set) {
  command
      .add_option_function<std::string>(
          name, [parse, set](const std::string& text) { set(*parse(text)); }, meaning)
      ->check([parse](const std::string& text) {
        const Result<std::uint64_t> number = parse(text);
        return number ? "" : number.error().message;
      })
      ->type_name(placeholder);
}

// May be given several times; each value is split like a shell would.
void addWords(CLI::App& command,
              const std::string& name,
              const std::string& meaning,
              std::vector<std::string>& words) {
  command
      .add_option_function<std::vector<std::string>>(
          name,
          [&words](const std::vector<std::string>& texts) {
            for (const std::string& text : texts) {
              const Result<std::vector<std::string>> split = splitShellWords(text);
              words.insert(words.end(), split->begin(), split->end());
            }
          },
          meaning)
      ->check([](const std::string& text) {
        const Result<std::vector<std::string>> split = splitShellWords(text);
        return split ? "" : split.error().message;
      })
      ->type_name("'FLAGS'")
      ->allow_extra_args(false);
}

void addProgramFlags(CLI::App& command, model::Program& program) {
  command.add_option("FILE", program.sources, "Sources of the program, C++ or C")->type_name("");
  command
      .add_option("-p",
                  program.buildDirectory,
                  "Take the compile flags of each FILE from BUILD_DIR/compile_commands.json")
      ->type_name("BUILD_DIR");
  addWords(
      command, "--cxxflags", "Compile flags, e.g. '-std=c++17 -Iinclude -DX=1'", program.cxxflags);
  addWords(command, "--ldflags", "Link flags, e.g. '-Llib -lz'", program.ldflags);
}

void addSearchFlags(CLI::App& command, model::HarnessRequest& request) {
  const std::string group = "Search";
  request.strategy = "auto";
  command.add_option("--strategy", request.strategy, "How schedules are picked [auto]")
      ->check(CLI::IsMember({"auto", "random", "pct", "pos", "dfs"}))
      ->type_name("auto|random|pct|pos|dfs")
      ->group(group);
  command
      .add_option("--executions", request.executions, "Stop after N executions, 0: never [100000]")
      ->check(CLI::NonNegativeNumber)
      ->type_name("N")
      ->group(group);
  addQuantity(command,
              "--time",
              parseDuration,
              "Stop after DURATION, 0: never [60s]",
              "DURATION",
              [&](auto ns) { request.seconds = static_cast<double>(ns) * 1e-9; });
  command.get_option("--time")->group(group);
  command.add_option("--seed", request.seed, "Same seed, same run [1]")
      ->check(CLI::NonNegativeNumber)
      ->type_name("N")
      ->group(group);
  command.add_option("--jobs", request.jobs, "Processes that share the work [1]")
      ->check(CLI::Range(1, 1024))
      ->type_name("N")
      ->group(group);
  command.add_flag("--keep-going", request.keepGoing, "Do not stop at the first bug")->group(group);
  command.add_option("--pct-depth", request.pctDepth, "Bug depth that pct aims at [3]")
      ->check(CLI::Range(1, 100))
      ->type_name("N")
      ->group(group);
  command.add_option("--preemptions", request.preemptionBound, "dfs: at most N preemptions")
      ->check(CLI::Range(0, 1000000))
      ->type_name("N")
      ->group(group);
  command.add_option("--delays", request.delayBound, "dfs: at most N delays")
      ->check(CLI::Range(0, 1000000))
      ->type_name("N")
      ->group(group);
  command
      .add_flag("!--no-checkpoints",
                request.checkpoints,
                "dfs: replay prefixes instead of restoring them")
      ->group(group);
  command.add_flag("!--no-minimise", request.minimise, "Keep the schedule as it was found")
      ->group(group);
  command.add_option("--trace-set", request.traceSetPath, "Append one line per execution to FILE")
      ->group("");
}

void addExecutionFlags(CLI::App& command, model::HarnessRequest& request) {
  const std::string group = "Each execution";
  command.add_flag("!--no-races", request.detectRaces, "Do not look for data races")->group(group);
  command.add_flag("--leaks", request.detectLeaks, "Report memory that is not freed at exit")
      ->group(group);
  command
      .add_option_function<std::string>(
          "--heap",
          [&request](const std::string& mode) { request.reuseHeap = mode == "reuse"; },
          "fresh: freed memory stays poisoned; reuse: it is recycled at once [fresh]")
      ->check(CLI::IsMember({"fresh", "reuse"}))
      ->type_name("fresh|reuse")
      ->group(group);
  command
      .add_option(
          "--max-events", request.maxEvents, "An execution longer than this hangs [10000000]")
      ->check(CLI::PositiveNumber)
      ->type_name("N")
      ->group(group);
  addQuantity(command,
              "--patience",
              parseDuration,
              "Virtual time a runnable thread may be kept waiting [50ms]",
              "DURATION",
              [&](auto ns) { request.patienceNanoseconds = ns; });
  addQuantity(command, "--arena", parseSize, "Heap of the program [1G]", "SIZE", [&](auto bytes) {
    request.arenaBytes = bytes;
  });
  addQuantity(command, "--stack", parseSize, "Stack of each thread [2M]", "SIZE", [&](auto bytes) {
    request.stackBytes = bytes;
  });
  command.add_option("--stdin", request.stdinPath, "What the program reads from standard input")
      ->type_name("FILE")
      ->group(group);
  for (const char* name : {"--patience", "--arena", "--stack"})
    command.get_option(name)->group(group);
}

// Flags that only one strategy understands choose it.
std::string settleStrategy(model::HarnessRequest& request) {
  const bool bounded = request.preemptionBound >= 0 || request.delayBound >= 0;
  if (request.strategy == "auto")
    request.strategy = bounded ? "dfs" : "random";
  if (bounded && request.strategy != "dfs")
    return "--preemptions and --delays bound the dfs strategy; add --strategy dfs";
  return "";
}

} // namespace

void addOutputFlags(CLI::App& command, OutputOptions& options) {
  const std::string group = "Output";
  command.add_option("--out", options.out, "Directory for findings and builds [heddle-out]")
      ->type_name("DIR")
      ->group(group);
  command.add_option("--format", options.format, "How the result is printed [text]")
      ->check(CLI::IsMember({"text", "json"}))
      ->type_name("text|json")
      ->group(group);
  command.add_flag("--quiet", options.quiet, "No progress line")->group(group);
}

void addExploreFlags(CLI::App& command, ExploreOptions& options) {
  addProgramFlags(command, options.program);
  addSearchFlags(command, options.request);
  addExecutionFlags(command, options.request);
  addOutputFlags(command, options.output);
  command.add_option("--replays", options.replays, "Confirm each finding in N fresh processes [3]")
      ->check(CLI::Range(1, 10000))
      ->type_name("N")
      ->group("Output");
}

void addReplayFlags(CLI::App& command, ReplayOptions& options) {
  command
      .add_option("FINDING", options.finding, "A .heddle file; the newest in --out when left out")
      ->type_name("");
  command.add_option("--times", options.times, "Run it N times, each in a fresh process [1]")
      ->check(CLI::Range(1, 1000000))
      ->type_name("N");
  command.add_flag(
      "--gdb", options.gdb, "Stop in gdb at the failing step; gdb's arguments after --");
  addOutputFlags(command, options.output);
}

std::string settle(ExploreOptions& options) {
  model::HarnessRequest& request = options.request;
  options.program.workingDirectory = fs::current_path().string();
  for (std::string* path : {&request.stdinPath, &request.traceSetPath})
    if (!path->empty())
      *path = fs::absolute(*path).lexically_normal().string();
  if (!request.stdinPath.empty() && !fs::is_regular_file(request.stdinPath))
    return "--stdin: no such file: " + request.stdinPath;
  return settleStrategy(request);
}

} // namespace heddle::cli
