// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "report/words/pair_text.h"

namespace heddle::report {
namespace {

using model::PairedAccess;
using model::PairKind;
using model::StepKind;

class PairText : public testing::Test {
protected:
  PairText() {
    finding_.location.file = "a.cpp";
    for (const char* name : {"", "x", "y", "m"}) {
      model::Object object;
      object.name = name;
      finding_.objects.push_back(object);
    }
  }

  PairedAccess access(std::uint16_t thread,
                      StepKind kind,
                      std::uint32_t line,
                      model::ObjectIndex object = 1,
                      const std::string& file = "a.cpp") {
    return {.step = ++step_,
            .thread = thread,
            .kind = kind,
            .object = object,
            .place = {.file = file, .line = line, .function = "f()"}};
  }
  std::string text(PairKind kind, std::vector<PairedAccess> accesses) {
    return pairText(finding_, {.kind = kind, .accesses = std::move(accesses)});
  }

  model::Finding finding_;
  std::uint64_t step_ = 0;
};

TEST_F(PairText, NamesTheAccessInTheMiddleFirst) {
  EXPECT_EQ(text(PairKind::Between,
                 {access(1, StepKind::Write, 15),
                  access(2, StepKind::Write, 25),
                  access(1, StepKind::Read, 16)}),
            "T2 wrote `x` at :25 between T1's write at :15 and read at :16");
}

TEST_F(PairText, JoinsEqualAccessesAndEqualPlaces) {
  EXPECT_EQ(text(PairKind::Between,
                 {access(1, StepKind::Read, 15),
                  access(2, StepKind::Update, 25),
                  access(1, StepKind::Read, 16)}),
            "T2 updated `x` at :25 between T1's reads at :15 and :16");
  EXPECT_EQ(text(PairKind::Between,
                 {access(1, StepKind::Read, 15),
                  access(2, StepKind::Write, 15),
                  access(1, StepKind::Write, 15)}),
            "T2 wrote `x` at :15 between T1's read and write at :15");
  EXPECT_EQ(text(PairKind::Between,
                 {access(1, StepKind::Read, 15),
                  access(2, StepKind::Write, 25),
                  access(1, StepKind::Read, 15)}),
            "T2 wrote `x` at :25 between T1's two reads at :15");
}

TEST_F(PairText, NamesBothNamesAndTheFileWhereTheyDiffer) {
  EXPECT_EQ(text(PairKind::Between,
                 {access(1, StepKind::Read, 15, 2),
                  access(2, StepKind::Write, 25, 1, "lib/b.hpp"),
                  access(1, StepKind::Write, 16, 2)}),
            "T2 wrote `x` at b.hpp:25 between T1's read of `y` at :15 and write at :16");
}

TEST_F(PairText, TwoVariablesAreNamedInTheOrderOfTheirAccesses) {
  auto first = access(1, StepKind::Write, 10, 1);
  auto y = access(2, StepKind::Read, 20, 2);
  auto x = access(2, StepKind::Read, 21, 1);
  auto last = access(1, StepKind::Write, 11, 2);
  EXPECT_EQ(text(PairKind::InsideTwo, {first, x, y, last}),
            "T2 read `y` at :20 and `x` at :21 between T1's writes of them at :10 and :11");
  x.place = y.place;
  EXPECT_EQ(text(PairKind::InsideTwo, {first, x, y, last}),
            "T2 read `y` and `x` at :20 between T1's writes of them at :10 and :11");
  x.place.line = 21;
  y.object = last.object = 1;
  EXPECT_EQ(text(PairKind::InsideTwo, {first, x, y, last}),
            "T2 read `x` at :20 and :21 between T1's writes at :10 and :11");
}

TEST_F(PairText, OrdersOfTwoAccesses) {
  EXPECT_EQ(text(PairKind::Before, {access(1, StepKind::Read, 12), access(2, StepKind::Write, 30)}),
            "T1 read `x` at :12 before T2 wrote it at :30");
  EXPECT_EQ(
      text(PairKind::Unfinished, {access(1, StepKind::Write, 12), access(2, StepKind::Read, 30)}),
      "T2 read `x` at :30 after T1 wrote it at :12 and before T1 continued");
}

TEST_F(PairText, FreedMemory) {
  EXPECT_EQ(text(PairKind::FreedBetween,
                 {access(1, StepKind::Read, 10),
                  access(2, StepKind::Free, 40, 0),
                  access(1, StepKind::Fail, 11, 0)}),
            "T2 freed the object at :40 between T1's read of `x` at :10 and its use at :11");
}

TEST_F(PairText, LockCycles) {
  const std::vector<PairedAccess> two = {access(1, StepKind::Lock, 5, 1),
                                         access(1, StepKind::Block, 6, 2),
                                         access(2, StepKind::Lock, 12, 2),
                                         access(2, StepKind::Block, 13, 1)};
  EXPECT_EQ(text(PairKind::LockCycle, two),
            "T1 locked `x` at :5 and waits for `y` at :6, which T2 locked at :12 before it waited "
            "for `x` at :13");
  std::vector<PairedAccess> three = two;
  three.push_back(access(3, StepKind::Lock, 20, 3));
  three.push_back(access(3, StepKind::Block, 21, 1));
  EXPECT_EQ(text(PairKind::LockCycle, three),
            "T1 waits for `y` at :6, which T2 locked at :12; T2 waits for `x` at :13, which T3 "
            "locked at :20; T3 waits for `x` at :21, which T1 locked at :5");
  for (std::size_t i = 0; i < three.size(); ++i)
    three[i].place.line = i % 2 == 0 ? 5 : 6;
  EXPECT_EQ(text(PairKind::LockCycle, three),
            "T1, T2 and T3 each locked one lock at :5 before they waited at :6 for the lock of the "
            "next");
}

TEST_F(PairText, Notifications) {
  const PairedAccess wait = access(1, StepKind::Wait, 18, 3);
  const PairedAccess notify = access(2, StepKind::Notify, 30, 3);
  EXPECT_EQ(text(PairKind::NotifiedBefore, {notify, wait}),
            "T2 notified `m` at :30 before T1 waited at :18");
  EXPECT_EQ(text(PairKind::NotifiedBetween,
                 {access(1, StepKind::Read, 17), access(2, StepKind::Write, 29), notify, wait}),
            "T2 wrote `x` at :29 and notified `m` at :30 between T1's read at :17 and its wait at "
            ":18");
  EXPECT_EQ(text(PairKind::Unannounced,
                 {access(1, StepKind::Read, 17), wait, access(2, StepKind::Write, 29)}),
            "T2 wrote `x` at :29 after T1 read it at :17 and waited, and no thread notified `m` "
            "then");
  EXPECT_EQ(
      text(PairKind::Barging, {wait, notify, access(3, StepKind::Lock, 22, 1)}),
      "T3 locked `x` at :22 after T2 notified T1 at :30 and before T1's wait at :18 returned");
  EXPECT_EQ(text(PairKind::WokeOther, {wait, access(3, StepKind::Wait, 40, 3), notify}),
            "T2 notified `m` at :30, which woke T3 from its wait at :40 and not T1, which waits at "
            ":18");
  EXPECT_EQ(text(PairKind::LockedWait,
                 {access(1, StepKind::Lock, 10), wait, access(2, StepKind::Block, 20)}),
            "T1 waits for `m` at :18 and has locked `x` at :10; T2 waits for `x` at :20");
}

TEST_F(PairText, SaysNothingAboutAccessesThatAreMissing) {
  EXPECT_EQ(text(PairKind::Between, {access(1, StepKind::Read, 15)}), "");
}

} // namespace
} // namespace heddle::report
