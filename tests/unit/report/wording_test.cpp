// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "report/words/wording.h"

namespace heddle::report {
namespace {

TEST(Wording, CountsAndTimes) {
  EXPECT_EQ(counted(1, "step"), "1 step");
  EXPECT_EQ(counted(0, "step"), "0 steps");
  EXPECT_EQ(secondsText(0.034), "0.03 s");
  EXPECT_EQ(secondsText(2.14), "2.1 s");
  EXPECT_EQ(secondsText(61.7), "62 s");
}

TEST(Wording, ClipsByColumnsNotBytes) {
  EXPECT_EQ(clipped("short", 5), "short");
  EXPECT_EQ(clipped("longer text", 8), "longe...");
  EXPECT_EQ(clipped("äöüäöüäöü", 6), "äöü...");
  EXPECT_EQ(padded("äö", 4), "äö  ");
  EXPECT_EQ(clipped("abcdef", 2), "...");
}

TEST(Wording, PrintableHidesControlCharacters) {
  EXPECT_EQ(printable("a\tb\033[31m\x7f"), "a b?[31m?");
}

TEST(Wording, WrapsAtBlanks) {
  Lines lines;
  appendWrapped(lines, "note: ", "one two three four", 14);
  EXPECT_EQ(lines, (Lines{"note: one two", "      three", "      four"}));
}

} // namespace
} // namespace heddle::report
