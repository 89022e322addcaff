// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "generate/pair_queue.h"
#include "support/check.h"

namespace heddle::generate {
namespace {

PairQueue queueOf(std::uint64_t seed, std::uint16_t methods) {
  PairQueue queue(seed);
  for (std::uint16_t i = 0; i < methods; ++i)
    for (std::uint16_t k = i; k < methods; ++k)
      queue.add({.first = i, .second = k}, calls::Promise::Unknown);
  return queue;
}

std::vector<MethodPair> take(PairQueue& queue, std::size_t count) {
  std::vector<MethodPair> pairs;
  for (std::size_t i = 0; i < count; ++i)
    pairs.push_back(queue.next());
  return pairs;
}

TEST(PairQueue, EveryPairHasItsTurnBeforeAnyHasItsSecond) {
  PairQueue queue = queueOf(1, 4);
  std::vector<MethodPair> first = take(queue, 10), second = take(queue, 10);
  EXPECT_EQ(std::set<MethodPair>(first.begin(), first.end()).size(), 10u);
  EXPECT_EQ(std::set<MethodPair>(second.begin(), second.end()).size(), 10u);
  EXPECT_NE(first, second); // ties are drawn again
}

TEST(PairQueue, TheSeedDecidesAboutTies) {
  PairQueue one = queueOf(1, 6), same = queueOf(1, 6), other = queueOf(2, 6);
  std::vector<MethodPair> order = take(one, 42);
  EXPECT_EQ(order, take(same, 42));
  EXPECT_NE(order, take(other, 42));
}

TEST(PairQueue, PromisingPairsComeFirstAmongThoseRunAsOften) {
  PairQueue queue(1);
  queue.add({.first = 0, .second = 0}, calls::Promise::Unknown);
  queue.add({.first = 1, .second = 1}, calls::Promise::Writes);
  queue.add({.first = 2, .second = 2}, calls::Promise::Reads);
  for (unsigned round = 0; round < 2; ++round) {
    EXPECT_EQ(queue.rounds(), round);
    EXPECT_EQ(queue.next().first, 2);
    EXPECT_EQ(queue.next().first, 1);
    EXPECT_EQ(queue.next().first, 0);
  }
}

TEST(PairQueue, APairThatComesLateIsNextInLine) {
  PairQueue queue = queueOf(1, 2);
  take(queue, 6);
  queue.add({.first = 7, .second = 7}, calls::Promise::Unknown);
  EXPECT_EQ(queue.next().first, 7);
}

TEST(PairQueueDeathTest, AnEmptyQueueHasNoNextPair) {
  PairQueue queue(1);
  EXPECT_EXIT(
      queue.next(), testing::ExitedWithCode(kOwnBugExitStatus), "taken from an empty queue");
}

} // namespace
} // namespace heddle::generate
