// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "support/similar.h"

namespace heddle {
namespace {

TEST(Similar, CountsEdits) {
  EXPECT_EQ(editDistance("", "abc"), 3u);
  EXPECT_EQ(editDistance("kitten", "sitting"), 3u);
  EXPECT_EQ(editDistance("same", "same"), 0u);
}

TEST(Similar, FindsTheCandidateThatWasMeant) {
  const std::vector<std::string> strategies = {"random", "pct", "pos", "dfs"};
  EXPECT_EQ(similarWord("randon", strategies), "random");
  EXPECT_EQ(similarWord("dsf", {"replay"}), "");
  EXPECT_EQ(similarWord("pst", strategies), "pct");
  EXPECT_EQ(similarWord("breadth-first", strategies), "");
}

} // namespace
} // namespace heddle
