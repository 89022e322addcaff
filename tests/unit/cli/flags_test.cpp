// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/flags.h"

namespace heddle::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

ExploreOptions parse(std::vector<std::string> words) {
  CLI::App app;
  ExploreOptions options;
  addExploreFlags(app, options);
  std::reverse(words.begin(), words.end());
  app.parse(words);
  return options;
}

TEST(Flags, Defaults) {
  ExploreOptions options = parse({"a.cpp"});
  EXPECT_EQ(settle(options), "");
  EXPECT_THAT(options.program.sources, ElementsAre("a.cpp"));
  EXPECT_FALSE(options.request.strategy.has_value());
  EXPECT_EQ(options.request.executions, 100000U);
  EXPECT_EQ(options.request.seconds, 60);
  EXPECT_EQ(options.request.seed, 1U);
  EXPECT_EQ(options.output.out, "heddle-out");
  EXPECT_TRUE(options.request.detectRaces);
  EXPECT_TRUE(options.request.strategyOptions.checkpoints);
}

TEST(Flags, FlagsAndFilesMayBeMixed) {
  const ExploreOptions options = parse({"a.cpp",
                                        "--cxxflags",
                                        "-DX='a b' -Iinc",
                                        "--cxxflags",
                                        "-DY",
                                        "b.cpp",
                                        "--time",
                                        "500ms",
                                        "--no-races",
                                        "--heap",
                                        "reuse",
                                        "--arena=64M"});
  EXPECT_THAT(options.program.sources, ElementsAre("a.cpp", "b.cpp"));
  EXPECT_THAT(options.program.cxxflags, ElementsAre("-DX=a b", "-Iinc", "-DY"));
  EXPECT_DOUBLE_EQ(options.request.seconds, 0.5);
  EXPECT_FALSE(options.request.detectRaces);
  EXPECT_TRUE(options.request.reuseHeap);
  EXPECT_EQ(options.request.arenaBytes, 64U << 20);
}

TEST(Flags, RulesOfReproduce) {
  const auto prunings = [](std::vector<std::string> words) {
    CLI::App app;
    ReproduceOptions options;
    addReproduceFlags(app, options);
    std::reverse(words.begin(), words.end());
    app.parse(words);
    EXPECT_EQ(settle(options), "");
    EXPECT_EQ(options.stack, "crash.txt");
    EXPECT_THAT(options.program.sources, ElementsAre("a.hpp", "a.cpp"));
    return toText(options.request.reproduce.prunings);
  };
  EXPECT_EQ(prunings({"crash.txt", "a.hpp", "a.cpp"}),
            "static,exception,stack,redundant,interfere,interleave");
  EXPECT_EQ(prunings({"crash.txt", "--no-prune", "stack,static", "a.hpp", "a.cpp"}),
            "exception,redundant,interfere,interleave");
  EXPECT_EQ(prunings({"crash.txt", "a.hpp", "a.cpp", "--prune", "none"}), "");
  EXPECT_THROW(prunings({"crash.txt", "a.hpp", "a.cpp", "--prune", "throws"}), CLI::ParseError);
}

TEST(Flags, BoundsChooseDfs) {
  ExploreOptions bounded = parse({"a.cpp", "--preemptions", "2"});
  EXPECT_EQ(settle(bounded), "");
  EXPECT_EQ(bounded.request.strategy, model::StrategyId::Dfs);
  ExploreOptions wrong = parse({"a.cpp", "--delays", "2", "--strategy", "pct"});
  EXPECT_THAT(settle(wrong), HasSubstr("--strategy dfs"));
}

TEST(Flags, WrongValuesAreRefused) {
  EXPECT_THROW(parse({"a.cpp", "--time", "soon"}), CLI::ParseError);
  EXPECT_THROW(parse({"a.cpp", "--strategy", "luck"}), CLI::ParseError);
  EXPECT_THROW(parse({"a.cpp", "--jobs", "0"}), CLI::ParseError);
  EXPECT_THROW(parse({"a.cpp", "--executions", "-3"}), CLI::ParseError);
  EXPECT_THROW(parse({"a.cpp", "--cxxflags", "'open"}), CLI::ParseError);
}

TEST(Flags, AMissingStdinFileIsNoticed) {
  ExploreOptions options = parse({"a.cpp", "--stdin", "/nonexistent"});
  EXPECT_THAT(settle(options), HasSubstr("no such file"));
}

CheckOptions parseCheck(std::vector<std::string> words) {
  CLI::App app;
  CheckOptions options;
  addCheckFlags(app, options);
  std::reverse(words.begin(), words.end());
  app.parse(words);
  return options;
}

TEST(CheckFlags, Defaults) {
  CheckOptions options = parseCheck({"a.hpp", "--class", "A"});
  EXPECT_EQ(settle(options), "");
  EXPECT_THAT(options.program.sources, ElementsAre("a.hpp"));
  EXPECT_EQ(options.program.className, "A");
  EXPECT_EQ(options.request.mode, model::HarnessMode::Check);
  EXPECT_EQ(options.request.check.guide, "auto");
  EXPECT_EQ(options.request.check.prunings, model::EnumSet<model::SequencePruning>::all());
  EXPECT_EQ(options.request.seconds, 30);
  EXPECT_EQ(options.request.executions, 0U);
}

TEST(CheckFlags, EveryGuideHasItsName) {
  for (const char* guide : {"auto", "deps", "coverage", "pairs", "random"}) {
    CheckOptions options = parseCheck({"a.hpp", "--class", "A", "--guide", guide});
    EXPECT_EQ(settle(options), "");
    EXPECT_EQ(options.request.check.guide, guide);
  }
  EXPECT_THROW(parseCheck({"--guide", "psychic"}), CLI::ParseError);
}

TEST(DepsFlags, AreThoseOfAClass) {
  CLI::App app;
  DepsOptions options;
  addDepsFlags(app, options);
  app.parse("a.hpp a.cpp --class 'Queue<int>' --cxxflags -DX --all --format json");
  EXPECT_THAT(options.program.sources, ElementsAre("a.hpp", "a.cpp"));
  EXPECT_EQ(options.program.className, "Queue<int>");
  EXPECT_THAT(options.program.cxxflags, ElementsAre("-DX"));
  EXPECT_TRUE(options.all);
  EXPECT_TRUE(options.output.json());
}

TEST(CheckFlags, PruningRulesCanBeSwitchedOnAndOff) {
  const auto rules = [](const std::vector<std::string>& words) {
    CheckOptions options = parseCheck(words);
    EXPECT_EQ(settle(options), "");
    return toText(options.request.check.prunings);
  };
  EXPECT_EQ(rules({"--no-prune", "same-state,better-extension"}),
            "throws,redundant-call,redundant-prefix");
  EXPECT_EQ(rules({"--prune", "redundant-prefix,throws"}), "throws,redundant-prefix");
  EXPECT_EQ(rules({"--prune", "none"}), "");
  EXPECT_THROW(parseCheck({"--prune", "sames-tate"}), CLI::ParseError);
  CheckOptions both = parseCheck({"--prune", "throws", "--no-prune", "same-state"});
  EXPECT_THAT(settle(both), HasSubstr("exclude"));
}

} // namespace
} // namespace heddle::cli
