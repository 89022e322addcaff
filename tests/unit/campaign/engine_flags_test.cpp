// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campaign/engine_flags.h"

namespace heddle::campaign {
namespace {

TEST(EngineFlags, DefaultsNeedNoWords) {
  EXPECT_TRUE(engineFlagsOf({}).empty());
}

TEST(EngineFlags, RoundTrip) {
  model::HarnessRequest request;
  request.detectRaces = false;
  request.reuseHeap = true;
  request.arenaBytes = 1 << 20;
  request.stdinPath = "/tmp/in=put";
  const auto flags = engineFlagsOf(request);
  EXPECT_THAT(
      flags, testing::ElementsAre("races=0", "reuse-heap=1", "arena=1048576", "stdin=/tmp/in=put"));
  const auto back = requestFromEngineFlags(flags);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(engineFlagsOf(*back), flags);
}

TEST(EngineFlags, RefusesUnknownOnes) {
  EXPECT_FALSE(requestFromEngineFlags({"gravity=1"}));
  EXPECT_FALSE(requestFromEngineFlags({"races"}));
  EXPECT_FALSE(requestFromEngineFlags({"races=maybe"}));
}

} // namespace
} // namespace heddle::campaign
