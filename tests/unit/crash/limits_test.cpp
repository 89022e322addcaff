// SPDX-License-Identifier: Apache-2.0
// Inputs that are too long, too deep or no text at all. Each is read in a fraction of a second; quadratic work would take
// minutes.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "crash/canonical_name.h"
#include "crash/crash.h"
#include "crash/formats/stack_collector.h"
#include "crash/text_lines.h"

namespace heddle::crash {
namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

std::string repeated(std::string_view piece, std::size_t size) {
  std::string text;
  text.reserve(size + piece.size());
  while (text.size() < size)
    text += piece;
  return text;
}

// Everything that reads a text.
void readAll(const std::string& text) {
  if (const auto report = parseCrash(text))
    EXPECT_TRUE(inferTarget(*report, {}) || !report->stacks.empty() || !report->message.empty());
}

// Generous, for a busy machine and a build with sanitizers.
class Limits : public testing::Test {
protected:
  void TearDown() override {
    EXPECT_LT(std::chrono::steady_clock::now() - start_, std::chrono::seconds(60));
  }
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

TEST_F(Limits, GarbageIsAnErrorThatNamesTheFormats) {
  const auto report = parseCrash("nothing to see here\n");
  ASSERT_FALSE(report);
  EXPECT_TRUE(report.error().message.starts_with("no stack found in this text"));
  for (std::size_t i = 0; i < model::kCrashFormats; ++i)
    EXPECT_NE(report.error().message.find(toText(static_cast<model::CrashFormat>(i))),
              std::string::npos);
}

TEST_F(Limits, AHugeLogIsReadFromItsEndWhereItsStartHasNoStack) {
  const auto report =
      parseCrash(repeated("12:00:00 INFO all is well, as it was a second ago, and as it will be\n",
                          kMaxText + kMegabyte) +
                 "#0  0x1 in a::B::c () at x.cpp:3\n#1  0x2 in main () at m.cpp:1\n");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->stacks.front().frames.front().function, "a::B::c");
  EXPECT_EQ(report->notes,
            std::vector<std::string>{"the text is too long, a part of it was not read"});
}

TEST_F(Limits, AHugeLineIsCut) {
  const auto report = parseCrash("#0  0x1 in a::B::c (s=\"" + repeated("(<", 100 * kMegabyte) +
                                 "\") at x.cpp:3\n#1  0x2 in main () at m.cpp:1\n");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->stacks.front().frames.front().function, "a::B::c");
  EXPECT_FALSE(report->notes.empty());
}

TEST_F(Limits, ManyBracketsAreNoDeepRecursion) {
  for (const std::string_view piece : {"<",
                                       "(",
                                       "{",
                                       "[",
                                       "a<",
                                       "(a, ",
                                       "operator<",
                                       "<(",
                                       "::a<b(",
                                       "{lambda(",
                                       ">)",
                                       "a::",
                                       "const ",
                                       "(unsigned long)4",
                                       "1)"}) {
    const std::string name = repeated(piece, kMegabyte);
    EXPECT_LE(canonicalFunction(name).size(), 2 * kMaxName);
    readAll("#0  0x1 in " + name + " (x=1) at x.cpp:3\n");
    readAll("    #0 0x1 in " + name + " /x.cpp:3:1\n");
    readAll(" 0# " + name + " at x.cpp:3\n");
    readAll("./prog(" + name + "+0x1) [0x1]\n");
  }
}

TEST_F(Limits, ManyLinesOfAnyKindAreReadOnce) {
  for (const std::string_view line :
       {"#0  0x1 in f (x=1) at x.cpp:3\n",
        "#0  0x1 in f (x=\n",
        "    #0 0x1 in f() /x.cpp:1:1\n",
        "    #0 0x1 in f(\n",
        "Thread 1 (Thread 0x1 (LWP 1)):\n",
        "./p(_Z1fv+0x1) [0x1]\n",
        " 0# f() at x.cpp:1\n",
        "#1    Source \"x.cpp\", line 1, in f [0x1]\n",
        " 0  p!f [x.cpp : 1 + 0x1]\n",
        "0|0|p|f|x.cpp|1|0x1\n",
        "terminate called after throwing an instance of 'x'\n",
        "WARNING: ThreadSanitizer: data race\n#0 f() x.cpp:1 (p+0x1)\n",
        "x.cpp:1:1: runtime error: bad\n",
        "\n",
        "prefix 1: #0  0x1 in f () at x.cpp:1\n"})
    readAll(repeated(line, kMegabyte));
}

TEST_F(Limits, FramesAreCounted) {
  const auto report = parseCrash(repeated("#1  0x1 in a::B::f () at x.cpp:3\n", 8 * kMegabyte));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->stacks.front().frames.size(), kMaxFrames);
  EXPECT_TRUE(inferTarget(*report, {}));
}

TEST_F(Limits, BytesOfAnyKindAreText) {
  std::string bytes;
  for (std::size_t i = 0; i < kMegabyte; ++i)
    bytes += static_cast<char>((i * 2654435761U) >> 13);
  readAll(bytes);
  const auto report = parseCrash(std::string("\0\0#0  0x1 in a::B::f\0 () at x.cpp:3\n", 35));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->stacks.front().frames.front().function, "a::B::f");
}

} // namespace
} // namespace heddle::crash
