// SPDX-License-Identifier: Apache-2.0
// The program: reads argv, runs one command, exits.
#include <CLI/CLI.hpp>

#include <algorithm>
#include <exception>
#include <fmt/core.h>
#include <memory>
#include <optional>

#include "cli/check_command.h"
#include "cli/demo_command.h"
#include "cli/deps_command.h"
#include "cli/doctor_command.h"
#include "cli/exit_code.h"
#include "cli/explore_command.h"
#include "cli/flags.h"
#include "cli/printing.h"
#include "cli/replay_command.h"
#include "cli/reproduce_command.h"
#include "model/diagnostics.h"
#include "support/similar.h"
#include "support/version.h"

namespace heddle::cli {

namespace {

constexpr const char* kAbout =
    "heddle finds, replays and explains concurrency bugs in C++.\n"
    "It writes concurrent tests for a class, or takes an unmodified program, and runs it under one "
    "thread\n"
    "schedule after another until something breaks; then it can break it again, every time.";

constexpr const char* kExamples = R"(Examples:
  heddle demo                                   see a bug found
  heddle check queue.hpp --class 'Queue<int>'   is this class thread-safe?
  heddle reproduce crash.txt queue.hpp          from a crash stack to a failing test
  heddle deps queue.hpp --class 'Queue<int>'    which of its methods can disturb each other?
  heddle explore server.cpp                     explore a program
  heddle explore -p build a.cpp b.cpp -- --fast with a project's flags, and arguments of its own
  heddle replay                                 run the newest finding again
  heddle doctor                                 is this machine fit?

Exit status: 0 no error found, 1 error found, 2 usage, 3 machine, unsupported or nothing to test, 70 bug in heddle.)";

constexpr const char* kCheckExamples = R"(Examples:
  heddle check logger.hpp --class Logger                     at most 30 s
  heddle check logger.hpp logger.cpp --class app::Logger     bodies in a source of their own
  heddle check -p build src/cache.hpp --class 'Cache<int>'   flags from compile_commands.json
  heddle check '<vector>' --class 'std::vector<int>'         a header of the system
  heddle check queue.hpp --class Queue --time 5m --jobs 8    search long and wide

The class needs no change, no main and no test. What its methods return, and whether they throw or block, is
compared with all orders of the same calls.)";

constexpr const char* kReproduceExamples = R"(Examples:
  heddle reproduce crash.txt logger.hpp                        the class is taken from the stack
  heddle reproduce crash.txt logger.hpp logger.cpp --class app::Logger
  gdb -p 4711 -batch -ex 'thread apply all bt' | heddle reproduce - bank.hpp
  heddle reproduce asan.log -p build src/cache.hpp --class 'Cache<int>' --time 5m
  heddle reproduce crash.txt queue.hpp --prune none            without any pruning

STACK is what gdb, a sanitizer, backtrace_symbols, boost or std::stacktrace, backward-cpp, minidump_stackwalk or
terminate() printed; `heddle` finds out which. The answer is the smallest test and the interleaving that fail at the same
place, or an account of what was tried. A hung process (`thread apply all bt`) is reproduced as a deadlock.)";

constexpr const char* kDepsExamples = R"(Examples:
  heddle deps logger.hpp --class Logger                     methods, and the pairs that can fail
  heddle deps logger.hpp logger.cpp --class app::Logger     bodies in a source of their own
  heddle deps -p build src/cache.hpp --class 'Cache<int>'   flags from compile_commands.json
  heddle deps logger.hpp --class Logger --all               every pair, with the reason
  heddle deps logger.hpp --class Logger --format json | jq '.pairs[] | select(.pruned | not)'

A pair of methods is pruned when nothing can go wrong between them: neither writes what the other touches, or one
lock of the object is held over all accesses of both, and they take no two locks in opposite orders. What is not
known is assumed. Nothing is compiled or run; `heddle check` uses the same answer to choose what to run.)";

constexpr const char* kExploreExamples = R"(Examples:
  heddle explore queue_test.cpp                           at most 100,000 schedules and 60 s
  heddle explore a.cpp b.c --cxxflags '-std=c++17 -Iinc'  several sources, flags
  heddle explore -p build src/main.cpp -- --port 80       flags from compile_commands.json
  heddle explore q.cpp --strategy dfs --preemptions 2     every schedule with 2 preemptions
  heddle explore q.cpp --time 10m --executions 0 --jobs 8 search long and wide
  heddle explore q.cpp --format json | jq .verdict        for scripts

The program needs a main, and threads. It is run from start to exit again and again, so it should end by
itself, within milliseconds.)";

constexpr const char* kReplayExamples = R"(Examples:
  heddle replay                                  the newest finding in heddle-out/
  heddle replay heddle-out/0001.heddle --times 100
  heddle replay 0001 --gdb                       stop in gdb where it fails
  heddle replay 0001 --gdb -- -batch -ex bt      print the stack there and exit)";

struct Arguments {
  std::vector<std::string> own;
  std::vector<std::string> passed; // after the first `--`
};

Arguments splitArguments(int argc, char** argv) {
  Arguments out;
  bool passing = false;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const bool emptyValue = word.starts_with("--") && word.find('=') == word.size() - 1;
    if (!passing && word == "--") {
      passing = true;
    } else if (!passing && emptyValue) { // CLI11 takes `--flag=` for a flag without value
      out.own.push_back(word.substr(0, word.size() - 1));
      out.own.emplace_back();
    } else {
      (passing ? out.passed : out.own).push_back(word);
    }
  }
  return out;
}

// Errors are printed as asked for even when parsing the request failed.
OutputOptions requestedOutput(const std::vector<std::string>& words) {
  OutputOptions options;
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] == "--format=json" ||
        (words[i] == "--format" && i + 1 < words.size() && words[i + 1] == "json"))
      options.format = "json";
  return options;
}

ExitCode usageError(const Arguments& arguments, std::string message, std::string hint) {
  const std::string command = arguments.own.empty() ? "" : arguments.own.front();
  return printFailure(command,
                      model::makeError("usage", std::move(message), std::move(hint)),
                      requestedOutput(arguments.own),
                      ExitCode::Usage);
}

std::vector<std::string> flagNames(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames())
      names.push_back("--" + name);
    for (const std::string& name : option->get_snames())
      names.push_back("-" + name);
  }
  return names;
}

std::string didYouMean(const std::string& word,
                       const std::vector<std::string>& candidates,
                       const std::string& otherwise) {
  const std::string near = similarWord(word, candidates);
  return near.empty() ? otherwise : fmt::format("did you mean `{}`?", near);
}

// CLI11 would print "[OPTIONS] [FILE...]", which says nothing about `--`.
class HelpFormatter final : public CLI::Formatter {
public:
  HelpFormatter() { column_width(34); }

  std::string make_usage(const CLI::App* app, std::string /*name*/) const override {
    const std::string& command = app->get_name();
    if (command == "explore")
      return "Usage: heddle explore [FLAGS] FILE... [-- ARGUMENTS OF THE PROGRAM]\n";
    if (command == "check")
      return "Usage: heddle check [FLAGS] FILE [SOURCES...] --class NAME\n";
    if (command == "reproduce")
      return "Usage: heddle reproduce [FLAGS] STACK FILE [SOURCES...] [--class NAME]\n";
    if (command == "deps")
      return "Usage: heddle deps [FLAGS] FILE [SOURCES...] --class NAME\n";
    if (command == "replay")
      return "Usage: heddle replay [FLAGS] [FINDING] [-- ARGUMENTS OF GDB]\n";
    if (command == "heddle")
      return "Usage: heddle COMMAND [FLAGS]\n";
    if (command == "demo")
      return "Usage: heddle demo [FLAGS] [class|program]\n";
    return fmt::format("Usage: heddle {} [FLAGS]\n", command);
  }

  // Names and placeholders alone, without the validators and defaults that CLI11 adds to them.
  std::string make_option_name(const CLI::Option* option, bool isPositional) const override {
    const std::string name = option->get_name(isPositional, true);
    return name.substr(0, name.find('{'));
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string type = option->get_type_name();
    const std::string placeholder = type.substr(0, type.find(':'));
    const std::string more =
        option->get_expected_max() > 1 && option->get_positional() ? "..." : "";
    return placeholder.empty() ? more : " " + placeholder + more;
  }
};

class Program {
public:
  Program() : app_(kAbout, "heddle") {
    app_.formatter(std::make_shared<HelpFormatter>());
    app_.footer(kExamples);
    app_.set_version_flag("--version", fmt::format("heddle {}", version()));
    app_.require_subcommand(0, 1);
    demo_ = add("demo", "Find the bug in a bundled example");
    addDemoFlags(*demo_, demoOptions_);
    check_ = add("check", "Generate concurrent tests for a class and find what breaks it");
    check_->footer(kCheckExamples);
    addCheckFlags(*check_, checkOptions_);
    reproduce_ = add("reproduce", "Build the test that fails like a given crash stack");
    reproduce_->footer(kReproduceExamples);
    addReproduceFlags(*reproduce_, reproduceOptions_);
    deps_ =
        add("deps", "Show what the methods of a class share, and which pairs can fail together");
    deps_->footer(kDepsExamples);
    addDepsFlags(*deps_, depsOptions_);
    explore_ = add("explore", "Explore the thread interleavings of a program");
    explore_->footer(kExploreExamples);
    addExploreFlags(*explore_, exploreOptions_);
    replay_ = add("replay", "Run a recorded interleaving again, exactly");
    replay_->footer(kReplayExamples);
    addReplayFlags(*replay_, replayOptions_);
    doctor_ = add("doctor", "Check that this machine has what heddle needs");
    addOutputFlags(*doctor_, doctorOptions_);
  }

  ExitCode run(const Arguments& arguments) {
    if (arguments.own.empty()) {
      printToStdout(app_.help());
      return ExitCode::Usage;
    }
    const std::string& first = arguments.own.front();
    const bool known = std::ranges::find(commands_, first) != commands_.end();
    if (!first.starts_with('-') && !known)
      return usageError(arguments,
                        fmt::format("unknown command `{}`", first),
                        didYouMean(first, commands_, "heddle --help lists the commands"));
    if (const std::optional<ExitCode> ended = parse(arguments))
      return *ended;
    return dispatch(arguments);
  }

private:
  CLI::App* add(const std::string& name, const std::string& about) {
    CLI::App* command = app_.add_subcommand(name, about);
    command->allow_extras(); // so that we can say what was meant instead
    commands_.push_back(name);
    return command;
  }

  // A value when the program is to end now.
  std::optional<ExitCode> parse(const Arguments& arguments) {
    try {
      std::vector<std::string> reversed(arguments.own.rbegin(), arguments.own.rend());
      app_.parse(reversed);
    } catch (const CLI::CallForVersion& call) {
      printToStdout(fmt::format("{}\n", call.what()));
      return ExitCode::NothingFound;
    } catch (const CLI::CallForHelp&) {
      const auto chosen = app_.get_subcommands();
      printToStdout(chosen.empty() ? app_.help() : chosen.front()->help());
      return ExitCode::NothingFound;
    } catch (const CLI::ArgumentMismatch& error) {
      const std::string what = error.what(); // "--seed: 1 required N missing"
      return usageError(arguments,
                        fmt::format("{} needs a value", what.substr(0, what.find(':'))),
                        "heddle COMMAND --help");
    } catch (const CLI::ParseError& error) {
      return usageError(arguments, error.what(), "heddle --help, heddle COMMAND --help");
    }
    const CLI::App* command = app_.get_subcommands().front();
    const std::vector<std::string> extras = command->remaining();
    if (extras.empty())
      return std::nullopt;
    const std::string word = extras.front().substr(0, extras.front().find('='));
    const bool isFlag = word.starts_with('-');
    return usageError(arguments,
                      fmt::format("unknown {} `{}`", isFlag ? "flag" : "argument", word),
                      didYouMean(word,
                                 isFlag ? flagNames(*command) : std::vector<std::string>{},
                                 fmt::format("heddle {} --help", command->get_name())));
  }

  ExitCode dispatch(const Arguments& arguments) {
    for (const CLI::App* command : {check_, reproduce_, deps_})
      if (!arguments.passed.empty() && command->parsed())
        return usageError(arguments,
                          "there is no program to pass arguments to",
                          fmt::format("heddle {} --help", command->get_name()));
    if (deps_->parsed()) {
      settle(depsOptions_);
      return depsCommand(depsOptions_);
    }
    if (reproduce_->parsed()) {
      const std::string problem = settle(reproduceOptions_);
      if (!problem.empty())
        return usageError(arguments, problem, "heddle reproduce --help");
      return reproduceCommand(reproduceOptions_);
    }
    if (check_->parsed()) {
      const std::string problem = settle(checkOptions_);
      if (!problem.empty())
        return usageError(arguments, problem, "heddle check --help");
      return checkCommand(checkOptions_);
    }
    if (explore_->parsed()) {
      exploreOptions_.program.arguments = arguments.passed;
      const std::string problem = settle(exploreOptions_);
      if (!problem.empty())
        return usageError(arguments, problem, "heddle explore --help");
      return exploreCommand(exploreOptions_);
    }
    if (replay_->parsed()) {
      replayOptions_.gdbArguments = arguments.passed;
      if (!arguments.passed.empty() && !replayOptions_.gdb)
        return usageError(arguments, "arguments after -- are for gdb", "add --gdb");
      return replayCommand(replayOptions_);
    }
    return demo_->parsed() ? demoCommand(demoOptions_) : doctorCommand(doctorOptions_);
  }

  CLI::App app_;
  std::vector<std::string> commands_;
  CLI::App* demo_;
  CLI::App* check_;
  CLI::App* reproduce_;
  CLI::App* deps_;
  CLI::App* explore_;
  CLI::App* replay_;
  CLI::App* doctor_;
  DemoOptions demoOptions_;
  CheckOptions checkOptions_;
  ReproduceOptions reproduceOptions_;
  DepsOptions depsOptions_;
  ExploreOptions exploreOptions_;
  ReplayOptions replayOptions_;
  OutputOptions doctorOptions_;
};

} // namespace

} // namespace heddle::cli

int main(int argc, char** argv) {
  using heddle::cli::ExitCode;
  try {
    heddle::cli::Program program;
    return static_cast<int>(program.run(heddle::cli::splitArguments(argc, argv)));
  } catch (const std::exception& error) {
    heddle::cli::printToStderr(fmt::format(
        "heddle {}: internal error: {}\n  This is a bug in heddle. Please report it with the "
        "command you ran.\n",
        heddle::version(),
        error.what()));
    return static_cast<int>(ExitCode::OwnBug);
  }
}
