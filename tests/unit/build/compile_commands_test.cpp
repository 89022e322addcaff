// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "build/compile_commands.h"
#include "support/files.h"
#include "support/temporary_directory.h"

namespace heddle::build {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(CompileCommands, ReadsTheCommandForm) {
  const auto commands = parseCompileCommands(R"([{
    "directory": "/p/build", "file": "../src/a.cpp",
    "command": "ccache /usr/bin/c++ -DNAME=\"x y\" -I../inc -O3 -g -std=c++17 -o a.o -c ../src/a.cpp"}])",
                                             "/p/build/compile_commands.json");
  ASSERT_TRUE(commands) << commands.error().message;
  ASSERT_EQ(commands->size(), 1U);
  EXPECT_EQ(commands->front().file, "/p/src/a.cpp");
  EXPECT_EQ(commands->front().directory, "/p/build");
  EXPECT_THAT(commands->front().flags, ElementsAre("-DNAME=x y", "-I../inc", "-std=c++17"));
}

TEST(CompileCommands, ReadsTheArgumentsForm) {
  const auto commands = parseCompileCommands(R"([{
    "directory": "/p", "file": "/p/a.c",
    "arguments": ["gcc", "-c", "-isystem", "/x", "-MD", "-MF", "a.d", "-o", "a.o", "--", "/p/a.c"]}])",
                                             "/p/compile_commands.json");
  ASSERT_TRUE(commands) << commands.error().message;
  EXPECT_THAT(commands->front().flags, ElementsAre("-isystem", "/x"));
}

TEST(CompileCommands, DropsWhatCannotBeCombinedWithInstrumentation) {
  std::vector<std::string> dropped;
  EXPECT_THAT(usableFlags({"-O3",
                           "-flto=auto",
                           "-fsanitize=thread",
                           "-fPIE",
                           "-fPIC",
                           "-ggdb3",
                           "-Wall",
                           "-Wmaybe-uninitialized",
                           "-Werror",
                           "-Wp,-DA=1",
                           "-D_FORTIFY_SOURCE=2",
                           "-MMD",
                           "--coverage",
                           "@CMakeFiles/x.modmap",
                           "-fmodules-ts",
                           "-fno-exceptions",
                           "-Ifoo",
                           "-march=native"},
                          &dropped),
              ElementsAre("-Wp,-DA=1", "-fno-exceptions", "-Ifoo", "-march=native"));
  EXPECT_THAT(
      dropped,
      ElementsAre("-O3", "-flto=auto", "-fsanitize=thread", "-fPIE", "-D_FORTIFY_SOURCE=2"));
}

TEST(CompileCommands, SaysWhatIsWrongWithTheFile) {
  const auto notJson = parseCompileCommands("{", "cc.json");
  ASSERT_FALSE(notJson);
  EXPECT_THAT(notJson.error().message, HasSubstr("cc.json is not a JSON array"));
  const auto noCommand =
      parseCompileCommands(R"([{"file": "a.cpp", "directory": "/"}])", "cc.json");
  ASSERT_FALSE(noCommand);
  EXPECT_THAT(noCommand.error().message,
              HasSubstr("entry 1 has neither `command` nor `arguments`"));
  const auto missing = loadCompileCommands("/nonexistent");
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message, HasSubstr("CMAKE_EXPORT_COMPILE_COMMANDS"));
}

TEST(CompileCommands, FindsTheSourcesWithMain) {
  const auto directory = TemporaryDirectory::create("heddle-test-");
  const std::string base = directory->path();
  ASSERT_TRUE(writeFileAtomically(base + "/a.cpp", "// int main(\nint helper() { return 1; }\n"));
  ASSERT_TRUE(writeFileAtomically(base + "/b.cpp", "int main(int, char**) {}\n"));
  ASSERT_TRUE(
      writeFileAtomically(base + "/compile_commands.json",
                          R"([{"directory": ".", "file": "a.cpp", "command": "c++ -c a.cpp"},
                                      {"directory": ".", "file": "b.cpp", "command": "c++ -c b.cpp"}])"));
  const auto commands = loadCompileCommands(base);
  ASSERT_TRUE(commands) << commands.error().message;
  EXPECT_THAT(sourcesWithMain(*commands), ElementsAre(base + "/b.cpp"));
  EXPECT_NE(findCommand(*commands, base + "/x/../a.cpp"), nullptr);
  EXPECT_EQ(findCommand(*commands, base + "/c.cpp"), nullptr);
}

} // namespace
} // namespace heddle::build
