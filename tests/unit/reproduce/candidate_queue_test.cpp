// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "reproduce/candidate_queue.h"

namespace heddle::reproduce {
namespace {

using Candidate = CandidateQueue::Candidate;
using Search = CandidateQueue::Search;

constexpr std::uint64_t kNodeCost = 100, kTestCost = 30;

bool never(const Candidate&) {
  return false;
}

// Prefixes with one candidate that the rules keep and `leftOut` that they do not. Numbers candidates by `coverage`.
class CandidateQueueTest : public testing::Test {
protected:
  void addNode(unsigned leftOut) {
    std::uint32_t node = queue_.beginNode();
    queue_.chargeNode(kNodeCost);
    queue_.keep({.node = node, .coverage = next_++});
    for (unsigned i = 0; i < leftOut; ++i)
      queue_.leaveOut({.node = node, .coverage = next_++, .doubts = 1 + i % 3});
  }

  // As StackGuide does.
  std::optional<Candidate> take() {
    std::optional<Candidate> candidate;
    Search turn = queue_.turn();
    if (turn == Search::InOrder)
      candidate = queue_.takeInOrder();
    else if (turn == Search::Learned)
      candidate = queue_.takeLearned(never);
    return candidate ? candidate : queue_.takeKept();
  }

  CandidateQueue queue_;
  std::uint64_t next_ = 0;
};

TEST_F(CandidateQueueTest, WhatTheRulesKeepComesFirst) {
  for (int i = 0; i < 5; ++i)
    addNode(10);
  for (int i = 0; i < 5; ++i) {
    std::optional<Candidate> candidate = take();
    ASSERT_TRUE(candidate);
    EXPECT_FALSE(candidate->isLeftOut);
    queue_.chargeTest(kTestCost);
  }
}

TEST_F(CandidateQueueTest, ThoseWithFewerDoubtsReturnFirst) {
  addNode(6);
  std::vector<std::uint64_t> order;
  while (std::optional<Candidate> candidate = queue_.takeLearned(never))
    order.push_back(candidate->coverage);
  EXPECT_EQ(order, (std::vector<std::uint64_t>{1, 4, 2, 5, 3, 6}));
}

TEST_F(CandidateQueueTest, WhatWasExploredSinceComesLast) {
  addNode(3);
  auto isFirst = [](const Candidate& candidate) { return candidate.coverage == 1; };
  std::vector<std::uint64_t> order;
  while (std::optional<Candidate> candidate = queue_.takeLearned(isFirst))
    order.push_back(candidate->coverage);
  EXPECT_EQ(order, (std::vector<std::uint64_t>{2, 3, 1}));
}

TEST_F(CandidateQueueTest, NoCandidateIsTakenTwice) {
  addNode(3);
  EXPECT_EQ(queue_.takeKept()->coverage, 0u);
  EXPECT_EQ(queue_.takeLearned(never)->coverage, 1u);
  EXPECT_EQ(queue_.takeInOrder()->coverage, 2u);
  EXPECT_EQ(queue_.takeLearned(never)->coverage, 3u);
  EXPECT_FALSE(queue_.takeInOrder());
  EXPECT_FALSE(queue_.takeLearned(never));
}

TEST_F(CandidateQueueTest, CallsThatExecuteMostOfTheLineComeFirst) {
  std::uint32_t node = queue_.beginNode();
  for (std::size_t sites : {1, 3, 2})
    queue_.keepPartial({.node = node, .coverage = sites}, sites);
  EXPECT_EQ(queue_.takePartial()->coverage, 3u);
  EXPECT_EQ(queue_.takePartial()->coverage, 2u);
  EXPECT_EQ(queue_.takePartial()->coverage, 1u);
  EXPECT_FALSE(queue_.hasPartial());
}

// What the rules keep is tried before what they leave out.
TEST_F(CandidateQueueTest, CallsThatExecutePartOfTheLineDoNotWaitLong) {
  addNode(5);
  std::uint32_t node = queue_.beginNode();
  queue_.keepPartial({.node = node}, 1);
  EXPECT_TRUE(queue_.mayPartialWait());
  while (queue_.mayPartialWait())
    queue_.chargeNode(kNodeCost);
  EXPECT_EQ(queue_.turn(), Search::Guided);
}

// The rules are wrong about the candidate that is wanted, wherever it is: the search pays for at most a fifth more than
// one without rules, and the tolerance. Longer prefixes are always more attractive here than what was left out.
TEST_F(CandidateQueueTest, RulesThatAreWrongCostLittle) {
  constexpr unsigned kPerNode = 40;
  for (std::uint64_t wanted : {5, 100, 1'000, 5'000, 20'000}) {
    queue_ = {};
    next_ = 0;
    std::uint64_t spent = 0;
    bool isFound = false;
    while (!isFound) {
      std::optional<Candidate> candidate = take();
      if (!candidate) {
        addNode(kPerNode);
        spent += kNodeCost;
        continue;
      }
      queue_.chargeTest(kTestCost);
      spent += kTestCost;
      isFound = candidate->coverage == wanted;
    }
    std::uint64_t nodes = wanted / (kPerNode + 1) + 1;
    std::uint64_t withoutRules = nodes * kNodeCost + (wanted + 1) * kTestCost;
    // Of the prefix that is reached, more may have been tried than a search without rules has.
    std::uint64_t wholeNode = kNodeCost + (kPerNode + 1) * kTestCost;
    EXPECT_LE(spent, CandidateQueue::kTolerance + (withoutRules + wholeNode) * 6 / 5) << wanted;
  }
}

} // namespace
} // namespace heddle::reproduce
