// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "build/build_driver.h"
#include "support/files.h"
#include "support/temporary_directory.h"

namespace heddle::build {
namespace {

using testing::HasSubstr;

class BuildDriverTest : public testing::Test {
protected:
  BuildDriverTest() : directory_(std::move(*TemporaryDirectory::create("heddle-test-"))) {
    program_.sources = {"a.cpp"};
    program_.workingDirectory = directory_.path();
  }

  void write(const std::string& name, const std::string& text) {
    ASSERT_TRUE(writeFileAtomically(directory_.path() + "/" + name, text));
  }

  BuildOutcome build() {
    compiled_ = 0;
    const auto progress = [this](std::size_t done, std::size_t total) {
      compiled_ += done < total ? 1 : 0;
    };
    auto outcome = buildProgram(locateToolchain(), program_, directory_.path() + "/out", progress);
    EXPECT_TRUE(outcome) << outcome.error().message;
    return std::move(*outcome);
  }

  TemporaryDirectory directory_;
  model::Program program_;
  std::size_t compiled_ = 0; // progress calls with work left: 0 when everything was cached
};

TEST_F(BuildDriverTest, ACompileErrorIsAnOutcomeWithTheCompilersWords) {
  write("a.cpp", "int main() { return undeclared; }\n");
  const BuildOutcome outcome = build();
  EXPECT_FALSE(outcome.succeeded);
  EXPECT_THAT(outcome.compilerOutput,
              HasSubstr("a.cpp:1:21: error: use of undeclared identifier 'undeclared'"));
  ASSERT_EQ(outcome.diagnostics.size(), 1U);
  EXPECT_EQ(outcome.diagnostics[0].code, "compile");
}

TEST_F(BuildDriverTest, NamesTheMissingMain) {
  write("a.cpp", "int helper() { return 1; }\n");
  const BuildOutcome outcome = build();
  EXPECT_FALSE(outcome.succeeded);
  EXPECT_EQ(outcome.diagnostics.at(0).message, "the program has no `main`");
}

TEST_F(BuildDriverTest, CompilesOnlyWhatChanged) {
  write("a.h", "inline int value() { return 1; }\n");
  write("a.cpp", "#include \"a.h\"\nint main() { return value(); }\n");
  const BuildOutcome first = build();
  ASSERT_TRUE(first.succeeded) << first.compilerOutput;
  EXPECT_GT(compiled_, 0U);
  const BuildOutcome again = build();
  EXPECT_EQ(compiled_, 0U);
  EXPECT_EQ(again.harness, first.harness);
  EXPECT_EQ(again.fingerprint, first.fingerprint);

  write("a.h", "inline int value() { return 2; }\n");
  EXPECT_NE(*currentFingerprint(first.harness), first.fingerprint);
  const BuildOutcome changed = build();
  EXPECT_GT(compiled_, 0U);
  EXPECT_NE(changed.harness, first.harness) << "the old one belongs to its findings";
  EXPECT_TRUE(fileExists(first.harness.string()));
}

TEST_F(BuildDriverTest, TellsWhichFlagsAreIgnored) {
  write("a.cpp", "#if X != 3\n#error X\n#endif\nint main() {}\n");
  program_.cxxflags = {"-O3", "-DX=3"};
  const BuildOutcome outcome = build();
  EXPECT_TRUE(outcome.succeeded) << outcome.compilerOutput;
  ASSERT_EQ(outcome.diagnostics.size(), 1U);
  EXPECT_THAT(outcome.diagnostics[0].message, HasSubstr("`-O3` is ignored"));
}

TEST_F(BuildDriverTest, TakesFlagsFromCompileCommands) {
  write("a.cpp", "#if X != 4\n#error X\n#endif\nint main() {}\n");
  write("compile_commands.json",
        R"([{"directory": ".", "file": "a.cpp", "command": "c++ -DX=4 -c a.cpp"}])");
  program_.buildDirectory = ".";
  EXPECT_TRUE(build().succeeded);
}

} // namespace
} // namespace heddle::build
