// SPDX-License-Identifier: Apache-2.0
// Which failures are one finding, by what is known about each.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "explain/root_causes.h"

namespace heddle::explain {
namespace {

using model::Finding;
using model::FindingKind;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

using Names = std::vector<std::string>;

Finding finding(FindingKind kind, Names methods, Names variables, Names blamed) {
  Finding made;
  made.kind = kind;
  made.methods = std::move(methods);
  made.cause = {
      .variables = std::move(variables), .methods = std::move(blamed), .unlocked = {}, .raced = {}};
  return made;
}

Finding wrong(Names methods, Names variables, Names blamed) {
  return finding(
      FindingKind::Linearizability, std::move(methods), std::move(variables), std::move(blamed));
}

Finding race(Names methods, Names variables, Names unlocked) {
  Finding made = finding(FindingKind::DataRace, std::move(methods), std::move(variables), unlocked);
  made.cause.unlocked = std::move(unlocked);
  return made;
}

TEST(RootCauses, OneMethodThatFailsWithManyOthersIsOneFinding) {
  const auto kept = oneForEachCause({wrong({"sell", "sell"}, {"items_"}, {"sell"}),
                                     wrong({"restock", "sell"}, {"items_"}, {"sell"}),
                                     wrong({"clear", "sell"}, {"items_"}, {"sell"})});
  ASSERT_THAT(kept, SizeIs(1));
  EXPECT_THAT(kept[0].methods, ElementsAre("sell", "sell"));
  ASSERT_THAT(kept[0].also, SizeIs(2));
  EXPECT_THAT(kept[0].also[0].methods, ElementsAre("restock", "sell"));
}

TEST(RootCauses, OtherVariablesAreOtherFindings) {
  const auto kept = oneForEachCause({wrong({"next", "next"}, {"position_"}, {"next"}),
                                     wrong({"like", "like"}, {"likes_"}, {"like"}),
                                     wrong({"ends", "swap"}, {"back_", "front_"}, {"swap"})});
  EXPECT_THAT(kept, SizeIs(3));
  EXPECT_THAT(kept[0].also, IsEmpty());
}

TEST(RootCauses, TwoMethodsThatAreToBlameForOneVariableAreTwoFindings) {
  const auto kept = oneForEachCause({wrong({"take", "take"}, {"coins_"}, {"take"}),
                                     race({"put", "reset"}, {"coins_"}, {"reset"}),
                                     race({"coins", "reset"}, {"coins_"}, {"reset"})});
  ASSERT_THAT(kept, SizeIs(2));
  EXPECT_EQ(kept[1].kind, FindingKind::DataRace);
  EXPECT_THAT(kept[1].also, SizeIs(1));
}

TEST(RootCauses, ARaceAndItsConsequenceAreOneFinding) {
  const auto kept =
      oneForEachCause({wrong({"increment", "increment"}, {"count_"}, {"increment"}),
                       race({"count", "increment"}, {"count_"}, {"count", "increment"}),
                       race({"count", "set"}, {"count_"}, {"count", "set"})});
  ASSERT_THAT(kept, SizeIs(1)) << "the last is connected by the one in the middle";
  EXPECT_THAT(kept[0].also, SizeIs(2));
}

TEST(RootCauses, AMethodWithoutALockIsOneFindingWhateverItAccesses) {
  const auto kept = oneForEachCause({race({"push", "push"}, {"size_"}, {"push"}),
                                     race({"pop", "push"}, {"first_"}, {"pop", "push"}),
                                     race({"pop", "pop"}, {"free_"}, {"pop"})});
  EXPECT_THAT(kept, SizeIs(1));
}

TEST(RootCauses, AFailureWithoutAVariableGoesWithTheMethodToBlameThatTookPart) {
  const auto kept = oneForEachCause({finding(FindingKind::Crash, {"get", "set"}, {}, {}),
                                     race({"get", "set"}, {"text_"}, {"get"}),
                                     race({"clear", "size"}, {"items_"}, {"size"})});
  ASSERT_THAT(kept, SizeIs(2));
  EXPECT_EQ(kept[0].kind, FindingKind::Crash);
  EXPECT_THAT(kept[0].also, SizeIs(1));
}

TEST(RootCauses, AFailureInAnExecutionWithADataRaceOfItsMethodsIsTheRace) {
  Finding crash = finding(FindingKind::Crash, {"open", "send"}, {"open_"}, {"open"});
  crash.cause.raced = {"buffer_"};
  EXPECT_THAT(oneForEachCause({crash, race({"open", "send"}, {"buffer_"}, {"open", "send"})}),
              SizeIs(1));
  EXPECT_THAT(oneForEachCause({crash, race({"close", "size"}, {"buffer_"}, {"close"})}), SizeIs(2));
}

TEST(RootCauses, CodeThatNoCallRunsCountsAsOneMethod) {
  EXPECT_THAT(oneForEachCause({finding(FindingKind::Crash, {"stop"}, {"job_"}, {""}),
                               finding(FindingKind::UseAfterFree, {"stop"}, {"job_"}, {""}),
                               finding(FindingKind::Crash, {"stop"}, {"queue_"}, {""})}),
              SizeIs(2));
}

TEST(RootCauses, EqualConsequencesAreCounted) {
  Finding again = race({"get", "set"}, {"text_"}, {"get"});
  again.seen = 4;
  const auto kept = oneForEachCause({race({"get", "set"}, {"text_"}, {"get"}), again, again});
  ASSERT_THAT(kept, SizeIs(1));
  ASSERT_THAT(kept[0].also, SizeIs(1));
  EXPECT_EQ(kept[0].also[0].seen, 8U);
}

} // namespace
} // namespace heddle::explain
