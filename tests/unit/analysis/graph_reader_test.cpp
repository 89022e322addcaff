// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "analysis/access_facts.h"
#include "analysis/flow/graph_reader.h"

namespace heddle::analysis::flow {
namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t word(abi::ValueKind kind, std::uint32_t operands) {
  return static_cast<std::uint32_t>(kind) | operands << 8;
}
constexpr std::uint32_t word(abi::NodeKind kind, std::uint32_t flags = 0) {
  return static_cast<std::uint32_t>(kind) | flags << 8;
}

// A module with a function that writes a global: `function` (symbol 0) and `variable` (symbol 1).
struct Module {
  explicit Module(std::uint32_t variableFlags = abi::kIsDefined) {
    words = {2, 0, abi::kIsFunction | abi::kIsDefined, 9, variableFlags};
    // No initial pointers, no constructors, nothing outside, one function.
    words.insert(words.end(), {0, 0, 0, 1});
    words.insert(words.end(), {0, 0});                                  // symbol, parameters
    words.insert(words.end(), {1, word(abi::ValueKind::Symbol, 1), 1}); // values
    words.insert(words.end(), {0, 0, 0});                               // stores, copies, returns
    words.insert(words.end(), {3});                                     // nodes
    words.insert(words.end(), {word(abi::NodeKind::Entry), 0, 0, 1, 1});
    words.insert(words.end(), {word(abi::NodeKind::Access, abi::kWrites), 1, 1, 0, 1, 2});
    words.insert(words.end(), {word(abi::NodeKind::Return), 0, 0, 0});
  }

  abi::GraphRecord record() const {
    return {.words = words.data(),
            .sites = &sites,
            .text = text.data(),
            .wordCount = static_cast<std::uint32_t>(words.size()),
            .siteCount = 1,
            .textBytes = static_cast<std::uint32_t>(text.size()),
            .version = abi::kAbiVersion};
  }

  abi::SiteRecord site{};
  const abi::SiteRecord* sites = &site;
  std::string text = std::string("function\0variable\0", 18);
  Words words;
};

TEST(GraphReader, JoinsModulesBySymbol) {
  const Module first;
  const Module second;
  const abi::GraphRecord records[] = {first.record(), second.record()};
  const Program program = readGraphs(records);
  ASSERT_EQ(program.symbols.size(), 2u);
  EXPECT_EQ(program.find("function")->bodies.size(), 2u) << "each copy has its own sites";
  EXPECT_EQ(program.nodes[1].site, &first.site);
  EXPECT_EQ(program.nodes[4].site, &second.site);
  EXPECT_EQ(program.modulesSkipped, 0u);
}

TEST(GraphReader, KeepsLocalSymbolsOfModulesApart) {
  const Module first(abi::kIsDefined | abi::kIsLocal);
  const Module second(abi::kIsDefined | abi::kIsLocal);
  const abi::GraphRecord records[] = {first.record(), second.record()};
  const Program program = readGraphs(records);
  EXPECT_EQ(program.symbols.size(), 3u);
  EXPECT_EQ(program.find("variable"), nullptr);
}

TEST(GraphReader, LeavesOutModulesOfAnotherVersion) {
  const Module module;
  abi::GraphRecord old = module.record();
  old.version = abi::kAbiVersion - 1;
  const abi::GraphRecord records[] = {old, module.record()};
  const Program program = readGraphs(records);
  EXPECT_EQ(program.bodies.size(), 1u);
  EXPECT_EQ(program.modulesSkipped, 1u);
}

// `variable` is a function that the first module only names.
TEST(GraphReader, FunctionsAreDefinedIfOneModuleDefinesThem) {
  const Module naming(abi::kIsFunction);
  const Module defining(abi::kIsFunction | abi::kIsDefined);
  const Module other;
  const abi::GraphRecord named[] = {naming.record(), other.record()};
  EXPECT_EQ(readFunctionNames(named), (FunctionNames{{"function", true}, {"variable", false}}));
  const abi::GraphRecord both[] = {naming.record(), defining.record()};
  EXPECT_TRUE(readFunctionNames(both).at("variable"));
  const abi::GraphRecord variable = other.record();
  EXPECT_FALSE(readFunctionNames({&variable, 1}).contains("variable")) << "it is not a function";
}

// Every prefix of the words, and every word replaced by a number that is out of bounds everywhere.
TEST(GraphReader, RejectsMalformedGraphsWithoutReadingBeyondThem) {
  const Module good;
  for (std::size_t length = 0; length < good.words.size(); ++length) {
    Module shorter;
    shorter.words =
        Words(good.words.begin(), good.words.begin() + static_cast<std::ptrdiff_t>(length));
    const abi::GraphRecord record = shorter.record();
    EXPECT_TRUE(readGraphs({&record, 1}).bodies.empty()) << length;
  }
  for (std::size_t i = 0; i < good.words.size(); ++i) {
    Module other;
    other.words[i] = 0xffff'ffff;
    const abi::GraphRecord record = other.record();
    readGraphs({&record, 1});
    readFunctionNames({&record, 1});
  }
}

TEST(GraphReader, AProgramWithoutGraphsHasNoFacts) {
  const std::unique_ptr<AccessFacts> facts = analyseAccesses({});
  const abi::SiteRecord site{};
  EXPECT_FALSE(facts->knows(&site));
  EXPECT_TRUE(facts->mayReach(&site, &site));
  EXPECT_TRUE(facts->mayStartReach(&site, &site));
  EXPECT_TRUE(facts->partnersOf(&site).empty());
}

} // namespace
} // namespace heddle::analysis::flow
