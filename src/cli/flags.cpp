// SPDX-License-Identifier: Apache-2.0
#include "cli/flags.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/core.h>

#include "build/shell_words.h"
#include "model/lists/guide_table.h"
#include "support/check.h"
#include "support/files.h"
#include "support/quantities.h"

namespace heddle::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kNoRule = "none"; // of --prune

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
              const Result<std::vector<std::string>> split = build::splitShellWords(text);
              words.insert(words.end(), split->begin(), split->end());
            }
          },
          meaning)
      ->check([](const std::string& text) {
        const Result<std::vector<std::string>> split = build::splitShellWords(text);
        return split ? "" : split.error().message;
      })
      ->type_name("'FLAGS'")
      ->allow_extra_args(false);
}

void addBuildFlags(CLI::App& command, model::Program& program) {
  command
      .add_option("-p",
                  program.buildDirectory,
                  "Take the compile flags of each FILE from BUILD_DIR/compile_commands.json")
      ->type_name("BUILD_DIR");
  addWords(
      command, "--cxxflags", "Compile flags, e.g. '-std=c++17 -Iinclude -DX=1'", program.cxxflags);
  addWords(command, "--ldflags", "Link flags, e.g. '-Llib -lz'", program.ldflags);
}

void addProgramFlags(CLI::App& command, model::Program& program) {
  command.add_option("FILE", program.sources, "Sources of the program, C++ or C")->type_name("");
  addBuildFlags(command, program);
}

void addClassFlags(CLI::App& command, model::Program& program) {
  command
      .add_option("FILE",
                  program.sources,
                  "The header (or source) with the class, '<vector>' for a system header; then "
                  "sources with its bodies")
      ->type_name("");
  command.add_option("--class", program.className, "The class, e.g. 'app::Queue<int>'")
      ->type_name("NAME");
  command
      .add_option("--values",
                  program.valuesFile,
                  "A header with more values for arguments: HEDDLE_VALUES(Type, ...)")
      ->type_name("HEADER");
  addBuildFlags(command, program);
}

// `executions` and `seconds` say what is the default.
void addBudgetFlags(CLI::App& command,
                    model::HarnessRequest& request,
                    const std::string& executions,
                    const std::string& time) {
  const std::string group = "Search";
  command
      .add_option("--executions",
                  request.executions,
                  "Stop after N executions, 0: never [" + executions + "]")
      ->check(CLI::NonNegativeNumber)
      ->type_name("N")
      ->group(group);
  addQuantity(command,
              "--time",
              parseDuration,
              "Stop after DURATION, 0: never [" + time + "]",
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
  command.add_flag("!--no-minimise", request.minimise, "Keep what failed as it was found")
      ->group(group);
}

template <model::NamedEnum E>
std::vector<std::string> namesOf() {
  return {model::EnumNames<E>::kNames.begin(), model::EnumNames<E>::kNames.end()};
}

void addCoverageFlag(CLI::App& command, model::HarnessRequest& request) {
  const std::vector<std::string> modes = namesOf<model::CoverageMode>();
  command
      .add_option_function<std::string>(
          "--coverage",
          [&request](const std::string& name) { readName(name, request.coverage); },
          "Executions whose memory-access patterns are counted [sampled]")
      ->check(CLI::IsMember(modes))
      ->type_name(CLI::detail::join(modes, "|"))
      ->group("Output");
}

std::vector<std::string> strategyNames() {
  std::vector<std::string> names{std::string(model::kAutoPlan)};
  for (const model::StrategyRow& row : model::kStrategies)
    names.emplace_back(row.name);
  return names;
}

// Comma-separated names of rules.
template <model::NamedEnum Rule>
std::string checkRules(const std::string& text) {
  model::EnumSet<Rule> rules;
  if (addNamed(text, rules))
    return "";
  return fmt::format(
      "unknown rule in `{}`; there are {}", text, toText(model::EnumSet<Rule>::all()));
}

// One of the names of an enumeration.
template <model::NamedEnum Choice>
CLI::Option*
addChoice(CLI::App& command, const std::string& flag, Choice& value, const std::string& help) {
  const auto& names = model::EnumNames<Choice>::kNames;
  const std::vector<std::string> all(names.begin(), names.end());
  return command
      .add_option_function<std::string>(
          flag, [&value](const std::string& name) { readName(name, value); }, help)
      ->check(CLI::IsMember(all))
      ->type_name(CLI::detail::join(all, "|"));
}

// All rules are on, apart from those that the flag names.
template <model::NamedEnum Rule>
CLI::Option* addLeftOutRules(CLI::App& command,
                             const std::string& flag,
                             model::EnumSet<Rule>& rules,
                             const std::string& help) {
  return command
      .add_option_function<std::string>(
          flag,
          [&rules](const std::string& text) {
            model::EnumSet<Rule> named;
            addNamed(text, named);
            rules = named.complement();
          },
          help + ": " + toText(model::EnumSet<Rule>::all()))
      ->check(checkRules<Rule>)
      ->type_name("RULES");
}

void addFocusFlag(CLI::App& command, model::HarnessRequest& request) {
  command
      .add_option_function<std::vector<std::string>>(
          "--focus",
          [&request](const std::vector<std::string>& lines) {
            for (const std::string& text : lines) {
              model::FocusLine& line = request.focus.emplace_back();
              focusLineFromText(text, line);
              if (line.file.starts_with("../")) // sites have absolute paths
                line.file = fs::absolute(line.file).lexically_normal().string();
            }
          },
          "values: try orders of the accesses at this line first")
      ->check([](const std::string& text) {
        model::FocusLine line;
        return focusLineFromText(text, line)
                   ? ""
                   : fmt::format("`{}` is not a file and a line, like queue.h:21", text);
      })
      ->type_name("FILE:LINE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->group("Search");
}

void addStrategyFlags(CLI::App& command, model::HarnessRequest& request) {
  const std::string group = "Search";
  command
      .add_option_function<std::string>(
          "--strategy",
          [&request](const std::string& name) { strategyFromText(name, request.strategy); },
          "How schedules are picked [auto]")
      ->check(CLI::IsMember(strategyNames()))
      ->type_name(CLI::detail::join(strategyNames(), "|"))
      ->group(group);
#define HEDDLE_STRATEGY_OPTION(owner, type, field, standard, file, flag, low, high, chooses, help) \
  command.add_option(flag, request.strategyOptions.field, help)                                    \
      ->check(CLI::Range(low, high))                                                               \
      ->type_name("N")                                                                             \
      ->group(group);
#define HEDDLE_STRATEGY_SWITCH(owner, field, standard, file, flag, help)                           \
  command.add_flag(flag, request.strategyOptions.field, help)->group(group);
#define HEDDLE_STRATEGY_CHOICE(owner, type, field, standard, file, flag, help)                     \
  addChoice(command, flag, request.strategyOptions.field, help)->group(group);
#define HEDDLE_STRATEGY_RULES(owner, type, field, file, flag, help)                                \
  addLeftOutRules(command, flag, request.strategyOptions.field, help)->group(group);
#include "model/lists/strategy_options.def"
#undef HEDDLE_STRATEGY_OPTION
#undef HEDDLE_STRATEGY_SWITCH
#undef HEDDLE_STRATEGY_CHOICE
#undef HEDDLE_STRATEGY_RULES
  addFocusFlag(command, request);
}

// --prune and --no-prune; `none` is allowed for the first.
template <model::NamedEnum Rule, typename Options>
void addPruningFlags(CLI::App& command,
                     Options& options,
                     const std::string& only,
                     const std::string& allBut) {
  const std::string group = "Search";
  command.add_option("--prune", options.pruned, only)
      ->check([](const std::string& text) { return text == kNoRule ? "" : checkRules<Rule>(text); })
      ->type_name("RULES")
      ->group(group);
  command.add_option("--no-prune", options.notPruned, allBut)
      ->check([](const std::string& text) { return checkRules<Rule>(text); })
      ->type_name("RULES")
      ->group(group);
}

std::vector<std::string> guideNames() {
  std::vector<std::string> names(model::kGuides.size());
  std::ranges::transform(model::kGuides, names.begin(), &model::GuideRow::name);
  return names;
}

void addGuideFlags(CLI::App& command, CheckOptions& options) {
  const std::string group = "Search";
  model::HarnessRequest& request = options.request;
  command.add_option("--guide", request.check.guide, "How calls are picked [auto]")
      ->check(CLI::IsMember(guideNames()))
      ->type_name(CLI::detail::join(guideNames(), "|"))
      ->group(group);
  command.add_option("--tests", request.check.tests, "Stop after N generated tests, 0: never [0]")
      ->check(CLI::NonNegativeNumber)
      ->type_name("N")
      ->group(group);
  command
      .add_option_function<std::string>(
          "--test",
          [&request](const std::string& text) { request.check.test = *model::testFromText(text); },
          "Explore this test alone, written as in a finding's .heddle file")
      ->check([](const std::string& text) {
        const Result<model::Test> test = model::testFromText(text);
        return test ? std::string() : test.error().message;
      })
      ->type_name("TEST")
      ->group(group);
  command
      .add_option("--saturation",
                  request.check.saturation,
                  "coverage: give up a branch after K calls that cover nothing new [3]")
      ->check(CLI::Range(1, 1000))
      ->type_name("K")
      ->group(group);
  addPruningFlags<model::SequencePruning>(
      command,
      options,
      "coverage: only these pruning rules, e.g. throws,same-state or none",
      "coverage: all pruning rules but these");
  command
      .add_flag(
          "--generate-only", request.check.generateOnly, "Generate tests without exploring them")
      ->group("");
  command
      .add_option("--summaries", options.summaries, "Method summaries to use instead of one's own")
      ->type_name("FILE")
      ->group("");
}

void addExecutionFlags(CLI::App& command, model::HarnessRequest& request) {
  const std::string longest = std::to_string(request.maxEvents);
  const std::string group = "Each execution";
  command.add_flag("!--no-races", request.detectRaces, "Do not look for data races")->group(group);
  command.add_flag("--leaks", request.detectLeaks, "Report memory that is not freed at exit")
      ->group(group);
  command
      .add_option_function<std::string>(
          "--heap",
          [&request](const std::string& mode) { request.reuseHeap = mode == "reuse"; },
          "fresh: freed memory stays poisoned; reuse: it is recycled immediately [fresh]")
      ->check(CLI::IsMember({"fresh", "reuse"}))
      ->type_name("fresh|reuse")
      ->group(group);
  command
      .add_option("--max-events",
                  request.maxEvents,
                  "An execution longer than this hangs [" + longest + "]")
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
  for (const char* name : {"--patience", "--arena", "--stack"})
    command.get_option(name)->group(group);
}

void addReplaysFlag(CLI::App& command, SearchOptions& options) {
  command.add_option("--replays", options.replays, "Confirm each finding in N fresh processes [3]")
      ->check(CLI::Range(1, 10000))
      ->type_name("N")
      ->group("Output");
}

// What is a failure, and what is shown of it.
void addVerdictFlags(CLI::App& command, SearchOptions& options) {
  addChoice(command,
            "--fail-on",
            options.failOn,
            "Lowest severity for exit status 1: what is below it is only listed [error]")
      ->group("Output");
  command
      .add_flag("--all", options.output.all, "Show every finding in full, also warnings and notes")
      ->group("Output");
  command.add_option("--baseline", options.baseline, "Known findings: counted, but not an error")
      ->type_name("FILE")
      ->group("Output");
  command
      .add_option(
          "--write-baseline", options.writeBaseline, "Write what is found as known findings")
      ->type_name("FILE")
      ->group("Output");
}

// Reads the known findings. Returns what is wrong with the file.
std::string settleBaseline(SearchOptions& options) {
  if (options.baseline.empty())
    return "";
  const Result<std::string> text = readFile(options.baseline);
  if (!text)
    return "--baseline: " + text.error().message;
  Result<model::Baseline> known = model::baselineFromText(*text);
  if (!known)
    return fmt::format("--baseline: {}: {}", options.baseline, known.error().message);
  options.known = std::move(*known);
  return "";
}

// Some options choose the strategy they belong to. Returns what is wrong with the combination.
std::string settleStrategy(model::HarnessRequest& request) {
  std::string problem;
  const auto settle = [&](bool isGiven, model::StrategyId owner, const char* flag) {
    if (!isGiven)
      return;
    if (!request.strategy)
      request.strategy = owner;
    if (*request.strategy != owner)
      problem = std::string(flag) + " is an option of the strategy " +
                std::string(rowOf(owner).name) + "; add --strategy " +
                std::string(rowOf(owner).name);
  };
  settle(!request.focus.empty(), model::StrategyId::Values, "--focus");
#define HEDDLE_STRATEGY_OPTION(owner, type, field, standard, file, flag, low, high, chooses, help) \
  settle((chooses) && request.strategyOptions.field != (standard), model::StrategyId::owner, flag);
#define HEDDLE_STRATEGY_SWITCH(owner, field, standard, file, flag, help)
#define HEDDLE_STRATEGY_CHOICE(owner, type, field, standard, file, flag, help)
#define HEDDLE_STRATEGY_RULES(owner, type, field, file, flag, help)
#include "model/lists/strategy_options.def"
#undef HEDDLE_STRATEGY_OPTION
#undef HEDDLE_STRATEGY_SWITCH
#undef HEDDLE_STRATEGY_CHOICE
#undef HEDDLE_STRATEGY_RULES
  return problem;
}

// The rules that are on, from --prune and --no-prune.
template <typename Options, model::NamedEnum Rule>
std::string settlePrunings(const Options& options, model::EnumSet<Rule>& prunings) {
  if (!options.pruned.empty() && !options.notPruned.empty())
    return "--prune and --no-prune exclude each other";
  model::EnumSet<Rule> named;
  const std::string& text = options.pruned.empty() ? options.notPruned : options.pruned;
  HEDDLE_CHECK(text == kNoRule || addNamed(text, named)) << "`" << text << "` was checked before";
  prunings = options.pruned.empty() ? named.complement() : named;
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
  addStrategyFlags(command, options.request);
  addBudgetFlags(command, options.request, "100000", "60s");
  command
      .add_option("--trace-set",
                  options.request.explore.traceSetPath,
                  "Append one line per execution to FILE")
      ->group("");
  addExecutionFlags(command, options.request);
  command
      .add_option(
          "--stdin", options.request.stdinPath, "What the program reads from standard input")
      ->type_name("FILE")
      ->group("Each execution");
  addOutputFlags(command, options.output);
  addReplaysFlag(command, options);
  addVerdictFlags(command, options);
  addCoverageFlag(command, options.request);
}

void setCheckDefaults(CheckOptions& options) {
  options.request.mode = model::HarnessMode::Check;
  options.request.check.guide = "auto";
  options.request.seconds = 30;
  options.request.executions = 0;
  options.request.allCauses = true;
}

void addDemoFlags(CLI::App& command, DemoOptions& options) {
  command
      .add_option("WHAT", options.what, "class: check a class; program: explore a program [class]")
      ->check(CLI::IsMember({"class", "program"}))
      ->type_name("");
  addOutputFlags(command, options.output);
}

void addCheckFlags(CLI::App& command, CheckOptions& options) {
  setCheckDefaults(options);
  addClassFlags(command, options.program);
  addGuideFlags(command, options);
  addStrategyFlags(command, options.request);
  addBudgetFlags(command, options.request, "0", "30s");
  command.get_option("--keep-going")
      ->description("Report every failure, not one for each root cause");
  command.add_flag("!--stop-at-first", options.request.allCauses, "Stop at the first error")
      ->group("Search");
  addExecutionFlags(command, options.request);
  addOutputFlags(command, options.output);
  addReplaysFlag(command, options);
  addVerdictFlags(command, options);
  addCoverageFlag(command, options.request);
}

void addReproduceFlags(CLI::App& command, ReproduceOptions& options) {
  model::HarnessRequest& request = options.request;
  request.mode = model::HarnessMode::Reproduce;
  request.seconds = 60;
  request.executions = 0;
  command.add_option("STACK", options.stack, "The text of the crash, - for standard input")
      ->type_name("");
  addClassFlags(command, options.program);
  command
      .add_option("--tests", request.reproduce.tests, "Stop after N explored tests, 0: never [0]")
      ->check(CLI::NonNegativeNumber)
      ->type_name("N")
      ->group("Search");
  addPruningFlags<model::StackPruning>(command,
                                       options,
                                       "Only these pruning rules, e.g. stack,interfere or none",
                                       "All pruning rules but these");
  addStrategyFlags(command, request);
  addBudgetFlags(command, request, "0", "60s");
  addExecutionFlags(command, request);
  addOutputFlags(command, options.output);
  addReplaysFlag(command, options);
  addVerdictFlags(command, options);
  addCoverageFlag(command, options.request);
}

void addDepsFlags(CLI::App& command, DepsOptions& options) {
  addClassFlags(command, options.program);
  addOutputFlags(command, options.output);
  command.add_flag("--all", options.all, "Show every method and every pair, pruned or not")
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
  for (std::string* path : {&request.stdinPath, &request.explore.traceSetPath})
    if (!path->empty())
      *path = fs::absolute(*path).lexically_normal().string();
  if (!request.stdinPath.empty() && !fs::is_regular_file(request.stdinPath))
    return "--stdin: no such file: " + request.stdinPath;
  if (std::string problem = settleBaseline(options); !problem.empty())
    return problem;
  return settleStrategy(request);
}

std::string settle(CheckOptions& options) {
  options.program.workingDirectory = fs::current_path().string();
  if (!options.summaries.empty())
    options.summaries = fs::absolute(options.summaries).lexically_normal().string();
  if (std::string problem = settleBaseline(options); !problem.empty())
    return problem;
  if (std::string problem = settleStrategy(options.request); !problem.empty())
    return problem;
  return settlePrunings(options, options.request.check.prunings);
}

std::string settle(ReproduceOptions& options) {
  options.program.workingDirectory = fs::current_path().string();
  if (std::string problem = settleBaseline(options); !problem.empty())
    return problem;
  if (std::string problem = settleStrategy(options.request); !problem.empty())
    return problem;
  return settlePrunings(options, options.request.reproduce.prunings);
}

void settle(DepsOptions& options) {
  options.program.workingDirectory = fs::current_path().string();
}

} // namespace heddle::cli
