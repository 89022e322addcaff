// SPDX-License-Identifier: Apache-2.0
// Facts about programs that Clang has compiled with the pass (programs/README.md).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <dlfcn.h>
#include <fstream>
#include <set>
#include <string>

#include "analysis/flow/graph_reader.h"
#include "analysis/flow/program_facts.h"

namespace heddle::analysis::flow {
namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::span<const abi::GraphRecord> graphsOf(const std::string& program) {
  const std::string path = HEDDLE_TEST_PROGRAMS "/lib" + program + ".so";
  void* library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) {
    ADD_FAILURE() << dlerror();
    return {};
  }
  using Bound = const abi::GraphRecord*();
  auto bound = [&](const char* name) { return reinterpret_cast<Bound*>(dlsym(library, name))(); };
  return {bound("graphsBegin"), bound("graphsEnd")};
}

class CompiledProgram {
public:
  explicit CompiledProgram(const std::string& name, const AnalysisOptions& options = {})
      : facts_(readGraphs(graphsOf(name)), options) {}

  // The pairs of a kind as text: what the comments on the two lines say. Lines without a comment are given by their number.
  std::multiset<std::string> pairs(PairKind kind) const {
    std::multiset<std::string> found;
    std::set<const abi::SiteRecord*> sites;
    for (const Node& node : facts_.program().nodes)
      if (node.site != nullptr)
        sites.insert(node.site);
    for (const abi::SiteRecord* site : sites)
      for (const Partner& partner : facts_.partnersOf(site))
        if (partner.kind == kind && site <= partner.site) {
          std::string first = text(*site);
          std::string second = text(*partner.site);
          if (second < first)
            std::swap(first, second);
          found.insert(first + " | " + second);
        }
    return found;
  }

  const AccessFacts& facts() const { return facts_; }

  // The sites on the line with this comment.
  std::vector<const abi::SiteRecord*> sites(const std::string& comment) const {
    std::set<const abi::SiteRecord*> found;
    for (const Node& node : facts_.program().nodes)
      if (node.site != nullptr && commentOf(*node.site) == comment)
        found.insert(node.site);
    return {found.begin(), found.end()};
  }

private:
  static std::string commentOf(const abi::SiteRecord& site) {
    std::ifstream file(site.file);
    std::string line;
    for (unsigned i = 0; i < site.line; ++i)
      std::getline(file, line);
    std::size_t at = line.rfind("// ");
    return at == std::string::npos ? "" : line.substr(at + 3);
  }

  static std::string text(const abi::SiteRecord& site) {
    std::string comment = commentOf(site);
    if (comment.empty())
      comment = std::string(site.file) + ":" + std::to_string(site.line);
    switch (static_cast<abi::SiteKind>(site.kind)) {
    case abi::SiteKind::Load:
      return comment + " (read)";
    case abi::SiteKind::Store:
      return comment + " (write)";
    default:
      return comment;
    }
  }

  ProgramFacts facts_;
};

TEST(CompiledPrograms, TheAccountsHaveThePairsOfTable51) {
  const CompiledProgram program("accounts");
  EXPECT_THAT(program.pairs(PairKind::ReadWrite),
              UnorderedElementsAre("first: x (read) | second: x (write)",
                                   "first: x (read) | second: x, unreachable (write)",
                                   "first: x (write) | second: x (read)",
                                   "first: x (write) | second: x (write)",
                                   "first: x (write) | second: x, unreachable (write)"));
  EXPECT_THAT(program.pairs(PairKind::LockLock),
              UnorderedElementsAre("first: lock y | second: lock y",
                                   "first: lock y | second: lock y again"));
  EXPECT_THAT(program.pairs(PairKind::WaitNotify), IsEmpty());
  EXPECT_THAT(program.pairs(PairKind::WaitLock), IsEmpty());
  EXPECT_EQ(program.facts().assumptions().unresolvedCalls, 0u);
  EXPECT_EQ(program.facts().assumptions().unknownFunctions, 0u);
}

TEST(CompiledPrograms, TheBufferProtectsItself) {
  const CompiledProgram program("buffer");
  std::multiset<std::string> own = program.pairs(PairKind::ReadWrite);
  std::erase_if(own, [](const std::string& pair) { return pair.find('/') != std::string::npos; });
  EXPECT_THAT(own,
              UnorderedElementsAre("ones (read) | ones (write)",
                                   "ones (write) | ones (write)",
                                   "take: counts (write) | takes: without lock (read)"))
      << "the fields under the lock are not pairs, and no Twos exist";
  EXPECT_THAT(program.pairs(PairKind::LockLock),
              UnorderedElementsAre("put: lock | put: lock", "put: lock | take: lock"));
  EXPECT_THAT(program.pairs(PairKind::WaitNotify),
              UnorderedElementsAre("put: notify | take: wait"));
  EXPECT_THAT(program.pairs(PairKind::WaitLock), UnorderedElementsAre("put: lock | take: wait"));
}

TEST(CompiledPrograms, PathsGoThroughThreadsOfTheLibrary) {
  const CompiledProgram program("buffer");
  for (const abi::SiteRecord* put : program.sites("put: lock"))
    for (const abi::SiteRecord* notify : program.sites("put: notify")) {
      EXPECT_TRUE(program.facts().mayReach(put, notify));
      EXPECT_FALSE(program.facts().mayReach(notify, put)) << "a producer puts once";
    }
  for (const abi::SiteRecord* wait : program.sites("take: wait"))
    for (const abi::SiteRecord* put : program.sites("put: lock"))
      EXPECT_FALSE(program.facts().mayReach(wait, put));
}

} // namespace
} // namespace heddle::analysis::flow
