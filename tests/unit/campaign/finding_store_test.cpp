// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "campaign/finding_store.h"
#include "support/temporary_directory.h"

namespace heddle::campaign {
namespace {

model::Finding finding(std::uint64_t signature) {
  model::Finding out;
  out.kind = model::FindingKind::Deadlock;
  out.signature = signature;
  out.program.sources = {"a.cpp"};
  return out;
}

Result<void> storeNew(const std::string& out, model::Finding& finding) {
  assignId(out, finding);
  return storeFinding(out, finding);
}

TEST(FindingStore, NumbersInOrderAndKeepsTheIdOfTheSameFailure) {
  const auto out = TemporaryDirectory::create("heddle-test-");
  model::Finding first = finding(1);
  model::Finding second = finding(2);
  ASSERT_TRUE(storeNew(out->path(), first));
  ASSERT_TRUE(storeNew(out->path(), second));
  EXPECT_EQ(first.id, "0001");
  EXPECT_EQ(second.id, "0002");
  model::Finding again = finding(1);
  ASSERT_TRUE(storeNew(out->path(), again));
  EXPECT_EQ(again.id, "0001");
  model::Finding otherProgram = finding(1);
  otherProgram.program.sources = {"b.cpp"};
  ASSERT_TRUE(storeNew(out->path(), otherProgram));
  EXPECT_EQ(otherProgram.id, "0003");
  model::Finding otherClass = finding(1);
  otherClass.program.className = "Queue";
  ASSERT_TRUE(storeNew(out->path(), otherClass));
  EXPECT_EQ(otherClass.id, "0004");
  EXPECT_EQ(newestFinding(out->path()).filename(), "0004.heddle");
}

TEST(FindingStore, LoadsWhatItStored) {
  const auto out = TemporaryDirectory::create("heddle-test-");
  model::Finding stored = finding(5);
  ASSERT_TRUE(storeNew(out->path(), stored));
  const auto loaded = loadFinding(newestFinding(out->path()));
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded->signature, 5U);
  EXPECT_EQ(loaded->id, "0001");
}

TEST(FindingStore, AnEmptyDirectoryHasNoNewest) {
  const auto out = TemporaryDirectory::create("heddle-test-");
  EXPECT_TRUE(newestFinding(out->path()).empty());
  EXPECT_TRUE(newestFinding("/nonexistent").empty());
}

} // namespace
} // namespace heddle::campaign
