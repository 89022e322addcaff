// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "support/files.h"
#include "support/temporary_directory.h"

namespace heddle {
namespace {

class Files : public testing::Test {
protected:
  void SetUp() override { ASSERT_TRUE(directory_) << directory_.error().message; }
  std::string path(const std::string& name) const { return joinPath(directory_->path(), name); }

  Result<TemporaryDirectory> directory_ = TemporaryDirectory::create("heddle-files-test-");
};

TEST_F(Files, WrittenContentReadsBackByteByByte) {
  std::string content("line\n\0binary\xff", 13);
  content.append(200'000, 'x');
  ASSERT_TRUE(writeFileAtomically(path("a"), content));
  EXPECT_EQ(*readFile(path("a")), content);
  ASSERT_TRUE(writeFileAtomically(path("a"), "short"));
  EXPECT_EQ(*readFile(path("a")), "short");
}

TEST_F(Files, AppendingCreatesAndExtends) {
  ASSERT_TRUE(appendToFile(path("log"), "one\n"));
  ASSERT_TRUE(appendToFile(path("log"), "two\n"));
  EXPECT_EQ(*readFile(path("log")), "one\ntwo\n");
}

TEST_F(Files, MissingFileIsNamedWithTheReason) {
  const auto content = readFile(path("nothing"));
  ASSERT_FALSE(content);
  EXPECT_EQ(content.error().message,
            "cannot open " + path("nothing") + ": No such file or directory");
}

TEST_F(Files, FullDiskIsAnErrorAndKeepsNothing) {
  // Every write to /dev/full fails with ENOSPC.
  const auto written = appendToFile("/dev/full", "text");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().message, "cannot write /dev/full: No space left on device");
}

TEST_F(Files, AtomicWriteIntoAMissingDirectoryFailsAndLeavesNothing) {
  const auto written = writeFileAtomically(path("no/such/file"), "text");
  ASSERT_FALSE(written);
  EXPECT_FALSE(fileExists(path("no")));
}

TEST_F(Files, DirectoriesAreMadeWithTheirParentsAndMayExist) {
  ASSERT_TRUE(makeDirectories(path("a/b/c")));
  ASSERT_TRUE(makeDirectories(path("a/b/c")));
  EXPECT_TRUE(fileExists(path("a/b/c")));
  ASSERT_TRUE(writeFileAtomically(path("plain"), ""));
  EXPECT_FALSE(makeDirectories(path("plain/below")));
}

TEST_F(Files, TemporaryDirectoryGoesWithItsOwnerUnlessKept) {
  std::string gone;
  std::string kept;
  {
    auto first = TemporaryDirectory::create("heddle-test-");
    auto second = TemporaryDirectory::create("heddle-test-");
    ASSERT_TRUE(first && second);
    ASSERT_TRUE(writeFileAtomically(joinPath(first->path(), "file"), "x"));
    gone = first->path();
    kept = second->path();
    second->keep();
    const TemporaryDirectory moved = std::move(*first);
    EXPECT_TRUE(fileExists(gone));
  }
  EXPECT_FALSE(fileExists(gone));
  EXPECT_TRUE(fileExists(kept));
  std::remove(kept.c_str());
}

TEST(Paths, AreJoinedAndNormalisedByText) {
  EXPECT_EQ(joinPath("a", "b"), "a/b");
  EXPECT_EQ(joinPath("a/", "b"), "a/b");
  EXPECT_EQ(joinPath("a", "/b"), "/b");
  EXPECT_EQ(joinPath("", "b"), "b");
  EXPECT_EQ(normalisePath("/usr/bin/../lib//x/./y"), "/usr/lib/x/y");
  EXPECT_EQ(normalisePath("../a/../b"), "../b");
  EXPECT_EQ(normalisePath("/../a"), "/a");
  EXPECT_EQ(normalisePath("a/.."), ".");
  EXPECT_EQ(fileName("/a/b.cpp"), "b.cpp");
  EXPECT_EQ(fileName("b.cpp"), "b.cpp");
}

} // namespace
} // namespace heddle
