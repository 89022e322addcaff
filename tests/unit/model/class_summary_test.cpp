// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "model/classes/class_summary.h"

namespace heddle::model {
namespace {

ClassSummary fullSummary() {
  const Lock own{.kind = "Account::mutex_",
                 .path = "mutex_",
                 .isOwn = true,
                 .isShared = true,
                 .offset = 8,
                 .size = 40};
  const Lock other{.kind = "Account::mutex_", .path = "other.mutex_"};
  MethodSummary method;
  method.operation = 3;
  method.name = "transfer(Account &, const std::string &)";
  method.reads = {{.name = "balance_", .offset = 48, .size = 8}, {.name = "*"}};
  method.writes = {{.name = "Registry::all (static)"}};
  method.locks = {own};
  method.others = {.reads = {{.name = "balance_", .offset = 48, .size = 8}},
                   .writes = {{.name = "*"}},
                   .locks = {own}};
  method.doubleLocks = {{own, other}, {other, own}};
  method.unsure = {{.id = MessageId::CodeNotVisible, .arguments = {"hook_()", "account.hpp:41"}},
                   {.id = MessageId::BodyNotVisible}};
  MethodSummary nothing;
  nothing.operation = 4;
  nothing.name = "nothing()";
  return {.className = "bank::Account<int>",
          .methods = {method, nothing},
          .startsThreads = true,
          .notes = {{.id = MessageId::SourcesUnreadable}}};
}

TEST(ClassSummary, RoundTripIsExact) {
  const auto parsed = classSummaryFromText(toText(fullSummary()));
  ASSERT_TRUE(parsed) << parsed.error().message << "\n" << toText(fullSummary());
  EXPECT_EQ(*parsed, fullSummary());
}

TEST(ClassSummary, EmptySummaryIsASummary) {
  const auto parsed = classSummaryFromText(toText(ClassSummary()));
  ASSERT_TRUE(parsed);
  EXPECT_EQ(*parsed, ClassSummary());
}

TEST(ClassSummary, TornOrForeignTextIsAnError) {
  const std::string whole = toText(fullSummary());
  EXPECT_FALSE(classSummaryFromText(whole.substr(0, whole.size() / 2)));
  EXPECT_FALSE(classSummaryFromText(""));
  EXPECT_FALSE(classSummaryFromText("heddle class-summary 1\nmethod {\nread \"x\" 1\n}\nend\n"));
  EXPECT_FALSE(classSummaryFromText("heddle class-summary 99\nend\n"));
}

} // namespace
} // namespace heddle::model
