// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "report/row_selection.h"

namespace heddle::report {
namespace {

using model::Finding;
using model::Step;

Finding withThreads(const std::vector<std::uint16_t>& threads) {
  Finding finding;
  for (const auto thread : threads) {
    Step step;
    step.thread = thread;
    step.kind = model::StepKind::Read;
    finding.steps.push_back(step);
  }
  return finding;
}

std::size_t stepsIn(const std::vector<Row>& rows) {
  std::size_t count = 0;
  for (const auto& row : rows)
    count += row.kind == Row::Kind::Step ? 1 : row.kind == Row::Kind::Gap ? row.steps : 0;
  return count;
}

TEST(RowSelection, ShowsEverythingThatFits) {
  const auto rows = selectRows(withThreads({1, 1, 2, 1}), 10);
  ASSERT_EQ(rows.size(), 6u);
  EXPECT_EQ(rows[2].kind, Row::Kind::Switch);
  EXPECT_EQ(rows[4].kind, Row::Kind::Switch);
}

TEST(RowSelection, NeverExceedsTheLimitAndLosesNoStep) {
  std::vector<std::uint16_t> threads;
  for (int i = 0; i < 500; ++i)
    threads.push_back(static_cast<std::uint16_t>((i / 7) % 4));
  for (std::size_t limit = 3; limit < 40; ++limit) {
    Finding finding = withThreads(threads);
    finding.steps[100].essential = true;
    finding.steps[100].edge.kind = model::EdgeKind::RacesWith;
    finding.steps[400].essential = true;
    const auto rows = selectRows(finding, limit);
    EXPECT_LE(rows.size(), limit);
    EXPECT_EQ(stepsIn(rows), threads.size());
  }
}

TEST(RowSelection, KeepsWhatIsEssential) {
  Finding finding = withThreads(std::vector<std::uint16_t>(1000, 1));
  finding.steps[300].essential = true;
  finding.steps[700].essential = true;
  bool first = false;
  bool second = false;
  for (const auto& row : selectRows(finding, 12)) {
    first = first || (row.kind == Row::Kind::Step && row.step == 300);
    second = second || (row.kind == Row::Kind::Step && row.step == 700);
  }
  EXPECT_TRUE(first && second);
}

TEST(RowSelection, EmptyExecutionHasNoRows) {
  EXPECT_TRUE(selectRows(Finding{}, 10).empty());
}

} // namespace
} // namespace heddle::report
