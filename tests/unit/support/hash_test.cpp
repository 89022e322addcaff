// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "support/hash.h"

namespace heddle {
namespace {

TEST(Hash, IsTheSameInEveryProcess) {
  // Written down once: a change would make old findings look new.
  EXPECT_EQ(hashText("heddle"), 17814413452943357657u);
  EXPECT_EQ(Hasher().add(1).add("x").value(), 6231177517508650483u);
}

TEST(Hash, PartsDoNotRunTogether) {
  EXPECT_NE(Hasher().add("ab").add("c").value(), Hasher().add("a").add("bc").value());
  EXPECT_NE(Hasher().add(1).add(2).value(), Hasher().add(2).add(1).value());
}

TEST(Hash, SmallInputsDoNotCollide) {
  std::set<std::uint64_t> values;
  for (int i = 0; i < 10'000; ++i)
    values.insert(hashText(std::to_string(i)));
  EXPECT_EQ(values.size(), 10'000u);
}

} // namespace
} // namespace heddle
