// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "examine/test_minimiser.h"

namespace heddle::examine {
namespace {

using model::Sequence;

model::Test testOf(std::string_view text) {
  return *model::testFromText(text);
}

bool hasCall(const Sequence& sequence, unsigned operation) {
  return std::ranges::any_of(sequence,
                             [&](const model::Call& call) { return call.operation == operation; });
}

bool hasReceiverZero(const model::Test& test) {
  return !test.prefix.empty() && test.prefix[0].receiver == 0;
}

// Minimises where a test shows the violation iff `shows` says so.
template <typename Shows>
std::string
minimised(std::string_view text, Shows shows, const std::vector<std::uint16_t>& plainer = {}) {
  Violation violation;
  violation.test = testOf(text);
  auto reexamine = [&](const model::Test& candidate) -> std::optional<Violation> {
    if (!shows(candidate))
      return std::nullopt;
    Violation found;
    found.test = candidate;
    return found;
  };
  Violation smaller =
      minimiseTest(violation, reexamine, [&](const model::Call&, std::size_t) { return plainer; });
  return model::toText(smaller.test);
}

TEST(TestMinimiser, LeavesTheCallsThatMatter) {
  auto shows = [](const model::Test& test) {
    return test.suffixes.size() >= 2 && hasCall(test.prefix, 3) && hasCall(test.suffixes[0], 4) &&
           hasCall(test.suffixes[1], 5) && hasCall(test.prefix, 0);
  };
  EXPECT_EQ(minimised("0() 1() 2() 3() 1() / 6() 4() | 5() 6() | 7() / 8() 9()", shows),
            model::toText(testOf("0() 3() / 4() | 5() /")));
}

TEST(TestMinimiser, KeepsTheEpilogueThatShowsIt) {
  auto shows = [](const model::Test& test) {
    return hasCall(test.epilogue, 8) && hasReceiverZero(test);
  };
  EXPECT_EQ(minimised("0() / 4() | 5() / 7() 8() 9()", shows),
            model::toText(testOf("0() / / 8()")));
}

TEST(TestMinimiser, DropsThePeer) {
  auto shows = [](const model::Test& test) {
    return test.suffixes.size() == 2 && hasReceiverZero(test);
  };
  EXPECT_EQ(minimised("0() 0()@1 / 4() | 5() / 6()@1", shows), model::toText(testOf("0() / | /")));
}

TEST(TestMinimiser, KeepsTheConstructorOfAPeerInUse) {
  auto shows = [](const model::Test& test) {
    bool isMade = std::ranges::any_of(test.prefix,
                                      [](const model::Call& call) { return call.receiver == 1; });
    return isMade && test.suffixes.size() == 2 && test.suffixes[1].size() == 1 &&
           test.suffixes[1][0].receiver == 1 && hasReceiverZero(test);
  };
  EXPECT_EQ(minimised("0() 0()@1 1() / 4() | 5()@1 /", shows),
            model::toText(testOf("0() 0()@1 / | 5()@1 /")));
}

TEST(TestMinimiser, TakesThePlainestArgumentsThatDo) {
  auto shows = [](const model::Test& test) {
    return hasReceiverZero(test) && test.suffixes.size() == 1 && test.suffixes[0].size() == 1 &&
           test.suffixes[0][0].choices.at(1) >= 2;
  };
  EXPECT_EQ(minimised("0(5) / 4(7,9) /", shows), model::toText(testOf("0(0) / 4(0,2) /")));
}

TEST(TestMinimiser, WhatCannotBeMadeSmallerStays) {
  std::string_view text = "0(1) 1(2) / 4(3) | 5() / 6()";
  EXPECT_EQ(minimised(text, [](const model::Test&) { return false; }), model::toText(testOf(text)));
}

TEST(TestMinimiser, PrefersAPlainerArgumentWhateverItsNumber) {
  auto shows = [](const model::Test& test) {
    return hasCall(test.prefix, 0) && test.suffixes.size() == 2 && !test.suffixes[0].empty() &&
           !test.suffixes[1].empty() && !test.suffixes[0][0].choices.empty() &&
           test.suffixes[0][0].choices[0] >= 6;
  };
  EXPECT_EQ(minimised("0() / 4(7) | 5() /", shows, {4, 9}),
            model::toText(testOf("0() / 4(9) | 5() /")));
}

} // namespace
} // namespace heddle::examine
