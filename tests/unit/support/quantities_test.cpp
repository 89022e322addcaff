// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "support/quantities.h"

namespace heddle {
namespace {

TEST(Quantities, ReadsDurations) {
  EXPECT_EQ(*parseDuration("500ms"), 500'000'000U);
  EXPECT_EQ(*parseDuration("10s"), 10'000'000'000U);
  EXPECT_EQ(*parseDuration("2m"), 120'000'000'000U);
  EXPECT_EQ(*parseDuration("1h"), 3'600'000'000'000U);
  EXPECT_EQ(*parseDuration("1.5s"), 1'500'000'000U);
  EXPECT_EQ(*parseDuration("7"), 7'000'000'000U);
  EXPECT_EQ(*parseDuration("0"), 0U);
}

TEST(Quantities, RefusesWhatIsNoDuration) {
  for (const char* text : {"", "s", "-1s", "1x", "1 s", "1sx", "nan", "inf", "1e300s"})
    EXPECT_FALSE(parseDuration(text)) << text;
}

TEST(Quantities, ReadsSizes) {
  EXPECT_EQ(*parseSize("4096"), 4096U);
  EXPECT_EQ(*parseSize("64K"), 65536U);
  EXPECT_EQ(*parseSize("512MiB"), 512U << 20);
  EXPECT_EQ(*parseSize("2G"), std::uint64_t{2} << 30);
  EXPECT_FALSE(parseSize("12Q"));
}

TEST(Quantities, GroupsThousands) {
  EXPECT_EQ(withThousands(0), "0");
  EXPECT_EQ(withThousands(999), "999");
  EXPECT_EQ(withThousands(1000), "1,000");
  EXPECT_EQ(withThousands(1234567), "1,234,567");
}

} // namespace
} // namespace heddle
