// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "report/source_snippet.h"

namespace heddle::report {
namespace {

TEST(Underline, PrefersTheVariableNearestToTheColumn) {
  const std::string line = "  balance = balance - amount;";
  EXPECT_EQ(underlineIn(line, 3, "balance"), (Underline{2, 7}));
  EXPECT_EQ(underlineIn(line, 13, "balance"), (Underline{12, 7}));
  // Debug information places a store at its operator.
  EXPECT_EQ(underlineIn("  balance_ = balance;", 12, "balance_"), (Underline{2, 8}));
}

TEST(Underline, MatchesWholeWordsOnly) {
  EXPECT_EQ(underlineIn("  next_value = next;", 1, "next"), (Underline{15, 4}));
}

TEST(Underline, FallsBackToTheObjectThenToTheWordAtTheColumn) {
  EXPECT_EQ(underlineIn("  queue.pop();", 9, "heap#3"), (Underline{2, 5}));
  EXPECT_EQ(underlineIn("  std::lock_guard first(from.mutex);", 19, "x"), (Underline{24, 10}));
  EXPECT_EQ(underlineIn("  assert(a == b);", 3, ""), (Underline{2, 6}));
}

TEST(Underline, WithoutAColumnMarksTheLine) {
  EXPECT_EQ(underlineIn("  abort();", 0, ""), (Underline{2, 8}));
  EXPECT_EQ(underlineIn("", 0, ""), (Underline{0, 1}));
  EXPECT_EQ(underlineIn("ab", 50, ""), (Underline{0, 2}));
}

TEST(SourceSnippet, MissingSourceGivesNothing) {
  model::Finding finding;
  finding.location = {"/no/such/file.cpp", 3, 1, ""};
  explain::SourceFiles sources("");
  EXPECT_TRUE(sourceSnippet(finding, sources, 80, Paint(false)).empty());
}

} // namespace
} // namespace heddle::report
