// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "model/known/baseline.h"
#include "model/known/fingerprint.h"

namespace heddle::model {
namespace {

Object named(const std::string& name) {
  Object object;
  object.name = name;
  return object;
}

Finding race() {
  Finding finding;
  finding.kind = FindingKind::DataRace;
  finding.program.className = "bank::Account";
  finding.methods = {"deposit", "balance"};
  finding.objects = {{}, named("balance_")};
  finding.race.object = 1;
  finding.location = {.file = "account.hpp", .line = 12, .column = 3, .function = "deposit"};
  return finding;
}

TEST(Fingerprint, NamesWhatMeetsAndWhere) {
  EXPECT_EQ(fingerprintOf(race()), "data-race bank::Account | balance, deposit | balance_");
}

TEST(Fingerprint, SurvivesMovedLinesAndSwappedThreads) {
  Finding moved = race();
  moved.location.line = 40;
  std::swap(moved.methods[0], moved.methods[1]);
  moved.id = "0007";
  moved.signature = 99;
  EXPECT_EQ(fingerprintOf(moved), fingerprintOf(race()));
  moved.objects[1].name = "limit_";
  EXPECT_NE(fingerprintOf(moved), fingerprintOf(race()));
}

TEST(Fingerprint, NamesTheCauseIfItIsKnown) {
  Finding finding = race();
  finding.cause.methods = {"", "deposit"};
  finding.cause.variables = {"balance_", "limit_"};
  finding.also = {{.kind = FindingKind::Linearizability, .methods = {"balance"}, .variables = {}},
                  {.kind = FindingKind::DataRace, .methods = {"deposit"}, .variables = {}}};
  EXPECT_EQ(
      fingerprintsOf(finding),
      (std::vector<std::string>{"data-race bank::Account | deposit | balance_, limit_",
                                "linearizability bank::Account | deposit | balance_, limit_"}));
  EXPECT_EQ(fingerprintsOf(finding).front(), fingerprintOf(finding));
}

TEST(Fingerprint, OfAProgramNamesItsFunctions) {
  Finding finding;
  finding.kind = FindingKind::Deadlock;
  finding.program.sources = {"src/server.cpp", "src/pool.cpp"};
  finding.objects = {{}, named("first"), named("second")};
  for (ObjectIndex lock : {2u, 1u}) {
    ThreadState& state = finding.threads.emplace_back();
    state.status = ThreadStatus::WaitingFor;
    state.wait.object = lock;
    state.stack = {{.file = "server.cpp", .line = lock, .column = 0, .function = "worker"}};
  }
  EXPECT_EQ(fingerprintOf(finding), "deadlock server.cpp | worker | first, second");
}

TEST(Fingerprint, OfWhatHasNoNamesIsWellFormed) {
  Finding finding;
  finding.kind = FindingKind::Crash;
  EXPECT_EQ(problemOfFingerprint(fingerprintOf(finding)), "");
}

TEST(Baseline, IsReadAsItWasWritten) {
  Baseline written;
  written.add(fingerprintOf(race()), "T1 writes `balance_`");
  written.add(fingerprintOf(race()), "again");
  const Result<Baseline> read = baselineFromText(toText(written));
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->entries.size(), 1u);
  EXPECT_TRUE(read->has(fingerprintOf(race())));
  EXPECT_EQ(read->entries[0].comments, (std::vector<std::string>{"# T1 writes `balance_`"}));
  EXPECT_EQ(toText(*read), toText(written));
}

TEST(Baseline, CommentsAndBlanksAreTheUsers) {
  const Result<Baseline> read = baselineFromText(
      "# heddle baseline 1\r\n\n# to be fixed in May\n  leak Queue | push | -\t\n\n#end");
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->entries.size(), 1u);
  EXPECT_EQ(read->entries[0].fingerprint, "leak Queue | push | -");
  EXPECT_EQ(read->entries[0].comments, (std::vector<std::string>{"# to be fixed in May"}));
}

TEST(Baseline, WhatIsWrongIsNamedWithItsLine) {
  const auto problemOf = [](const std::string& line) {
    const Result<Baseline> read = baselineFromText("# heddle baseline 1\n\n" + line);
    return read ? "" : read.error().message;
  };
  EXPECT_EQ(problemOf("datarace Queue | push | x"), "line 3: unknown kind of finding: `datarace`");
  EXPECT_EQ(problemOf("data-race Queue | push"),
            "line 3: expected `KIND CLASS | METHODS | VARIABLES`");
  EXPECT_EQ(problemOf("none Queue | push | x"), "line 3: unknown kind of finding: `none`");
  EXPECT_EQ(baselineFromText("{}").error().message, "line 1: expected `# heddle baseline 1`");
  EXPECT_FALSE(baselineFromText("# heddle baseline 2\n"));
}

} // namespace
} // namespace heddle::model
