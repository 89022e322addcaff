// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "calls/choices.h"

namespace heddle::calls {
namespace {

using Counts = std::vector<std::uint16_t>;

TEST(Choices, AnOperationWithoutParametersHasOneCombination) {
  EXPECT_EQ(choiceCombinations({}, 5, nullptr), std::vector<Choices>{{}});
}

TEST(Choices, AllCombinationsWhenTheyFit) {
  Counts counts{2, 3};
  std::vector<Choices> expected{{0, 0}, {0, 1}, {1, 0}, {0, 2}, {1, 1}, {1, 2}};
  EXPECT_EQ(choiceCombinations(counts, 6, nullptr), expected);
  Rng random(1, 1);
  EXPECT_EQ(choiceCombinations(counts, 6, &random), expected);
}

TEST(Choices, SimpleOnesFirstWhenThereAreTooMany) {
  Counts counts{9, 9, 9};
  std::vector<Choices> expected{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {1, 0, 0}, {0, 0, 2}};
  EXPECT_EQ(choiceCombinations(counts, 5, nullptr), expected);
}

TEST(Choices, OtherStreamsDrawOtherValuesButKeepTheSimpleHalf) {
  Counts counts{9, 9, 9};
  Rng one(7, 1), same(7, 1), other(7, 2);
  std::vector<Choices> drawn = choiceCombinations(counts, 6, &one);
  EXPECT_EQ(drawn, choiceCombinations(counts, 6, &same));
  EXPECT_NE(drawn, choiceCombinations(counts, 6, &other));
  EXPECT_EQ(drawn.size(), 6u);
  EXPECT_EQ(std::set<Choices>(drawn.begin(), drawn.end()).size(), 6u);
  std::vector<Choices> simple = choiceCombinations(counts, 3, nullptr);
  EXPECT_TRUE(std::equal(simple.begin(), simple.end(), drawn.begin()));
}

TEST(Choices, ManyParametersDoNotExplode) {
  Counts counts(14, 20);
  EXPECT_EQ(choiceCombinations(counts, 8, nullptr).size(), 8u);
}

} // namespace
} // namespace heddle::calls
