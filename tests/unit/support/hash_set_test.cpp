// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <unordered_set>

#include "support/hash_set.h"

namespace heddle {
namespace {

TEST(HashSet, AgreesWithAStandardSet) {
  HashSet set(1'000'000);
  std::unordered_set<std::uint64_t> expected;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    const std::uint64_t hash = i * i % 7919; // many are equal, and many have the same low bits
    EXPECT_EQ(set.insert(hash << 20), expected.insert(hash << 20).second);
  }
  EXPECT_EQ(set.size(), expected.size());
  for (std::uint64_t hash : expected)
    EXPECT_TRUE(set.contains(hash));
  EXPECT_FALSE(set.contains(12345));
}

TEST(HashSet, ZeroIsAHash) {
  HashSet set(10);
  EXPECT_FALSE(set.contains(0));
  EXPECT_TRUE(set.insert(0));
  EXPECT_FALSE(set.insert(0));
}

TEST(HashSet, WhatThereIsNoRoomForStaysNew) {
  HashSet set(3);
  for (std::uint64_t hash : {10, 20, 30})
    EXPECT_TRUE(set.insert(hash));
  EXPECT_TRUE(set.insert(40));
  EXPECT_TRUE(set.insert(40));
  EXPECT_FALSE(set.insert(20));
  EXPECT_EQ(set.size(), 3u);
}

TEST(HashSet, IsEmptyAfterClear) {
  HashSet set(3);
  set.insert(7);
  set.clear();
  EXPECT_EQ(set.size(), 0u);
  EXPECT_TRUE(set.insert(7));
}

} // namespace
} // namespace heddle
