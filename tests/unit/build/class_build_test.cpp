// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "build/class_build.h"
#include "build/class_inputs.h"
#include "build/compile_commands.h"
#include "support/files.h"
#include "support/temporary_directory.h"

namespace heddle::build {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ClassBuild, TheHarnessNeedsCxx20) {
  EXPECT_THAT(atLeastCxx20({}), IsEmpty());
  EXPECT_THAT(atLeastCxx20({"-std=c++23"}), IsEmpty());
  EXPECT_THAT(atLeastCxx20({"-std=c++17"}), ElementsAre("-std=c++20"));
  EXPECT_THAT(atLeastCxx20({"-std=gnu++14", "-DX"}), ElementsAre("-std=gnu++20"));
  EXPECT_THAT(atLeastCxx20({"-std=c++17", "-std=c++2b"}), IsEmpty());
}

TEST(ClassBuild, SystemHeadersAreInAngles) {
  EXPECT_TRUE(isSystemHeader("<vector>"));
  EXPECT_FALSE(isSystemHeader("vector"));
  EXPECT_FALSE(isSystemHeader("<>"));
}

TEST(NearestCommand, PrefersTheNameThenTheFolder) {
  const std::vector<CompileCommand> commands = {
      {.directory = "/b", .file = "/p/src/net/server.cpp", .flags = {}},
      {.directory = "/b", .file = "/p/src/util/cache.cpp", .flags = {}},
      {.directory = "/b", .file = "/p/src/util/text.cpp", .flags = {}},
      {.directory = "/b", .file = "/p/src/net/c.c", .flags = {}}};
  EXPECT_EQ(nearestCommand(commands, "/p/include/cache.hpp")->file, "/p/src/util/cache.cpp");
  EXPECT_EQ(nearestCommand(commands, "/p/src/net/client.hpp")->file, "/p/src/net/server.cpp");
  EXPECT_EQ(nearestCommand({}, "/p/x.hpp"), nullptr);
}

TEST(Implementations, AreNamedLikeTheHeaderOrMentionTheClass) {
  const auto folder = TemporaryDirectory::create("heddle-test-");
  const auto file = [&](const std::string& name, const std::string& text) {
    const std::string path = joinPath(folder->path(), name);
    EXPECT_TRUE(writeFileAtomically(path, text));
    return CompileCommand{.directory = folder->path(), .file = path, .flags = {}};
  };
  const std::string header = joinPath(folder->path(), "cache.hpp");
  std::vector<CompileCommand> commands = {
      file("store.cpp", "#include \"cache.hpp\"\nvoid Cache::put() {}\n"),
      file("user.cpp", "#include \"cache.hpp\"\nvoid use() {}\n"),
      file("main.cpp", "#include \"cache.hpp\"\nint main() { Cache::put(); }\n")};
  EXPECT_THAT(implementationsOf(commands, header, "Cache"), ElementsAre(commands[0].file));
  commands.push_back(file("cache.cpp", "#include \"cache.hpp\"\n"));
  EXPECT_THAT(implementationsOf(commands, header, "Cache"), ElementsAre(commands[3].file));
}

} // namespace
} // namespace heddle::build
