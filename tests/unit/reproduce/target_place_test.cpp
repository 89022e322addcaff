// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "logger_sites.h"
#include "reproduce/target_place.h"

namespace heddle::reproduce {
namespace {

const std::vector<abi::SiteRecord> kSites = {siteOf(kInfo, 10),
                                             siteOf(kLog, 20),
                                             siteOf(kLog, 21),
                                             siteOf(kLogText, 21),
                                             siteOf(kHelper, 30)};

model::TargetThread threadOf(std::vector<model::TargetFrame> frames) {
  return {.operations = {0}, .frames = std::move(frames)};
}

TEST(TargetPlace, FollowsTheCallingContext) {
  TargetPlace place(
      threadOf({{"app::Logger::log(int)", "logger.hpp", 21}, {"app::Logger::info(int)", "", 0}}),
      kSites);
  ASSERT_TRUE(place.isKnown());
  EXPECT_TRUE(place.hasLine());
  EXPECT_FALSE(place.isPoint(0, kLog)); // not called by info
  unsigned inInfo = place.enter(0, kInfo);
  EXPECT_EQ(inInfo, 1u);
  EXPECT_EQ(place.enter(inInfo, kHelper), 1u); // may have been inlined away
  EXPECT_TRUE(place.isPoint(inInfo, kLog));
  EXPECT_FALSE(place.isPoint(inInfo, kLogText)); // another overload
  EXPECT_TRUE(place.isLine(21));
  EXPECT_FALSE(place.isLine(20));
}

TEST(TargetPlace, WithoutParametersEveryOverloadCounts) {
  TargetPlace place(threadOf({{"app::Logger::log", "", 0}}), kSites);
  EXPECT_TRUE(place.isPoint(0, kLog));
  EXPECT_TRUE(place.isPoint(0, kLogText));
  EXPECT_FALSE(place.hasLine());
  EXPECT_TRUE(place.isLine(5));
}

TEST(TargetPlace, FramesOfOtherCodeAreLeftOut) {
  TargetPlace place(threadOf({{"listener(int)", "main.cpp", 3},
                              {"app::Logger::log(int)", "logger.hpp", 20},
                              {"app::Logger::info(int)", "logger.hpp", 10}}),
                    kSites);
  EXPECT_TRUE(place.isPoint(place.enter(0, kInfo), kLog));
  EXPECT_EQ(place.line(), 20u);
  EXPECT_TRUE(place.hasLine());
  EXPECT_TRUE(place.lacksInnermost());
}

TEST(TargetPlace, WhereNoAccessIsOnTheLineTheFunctionCounts) {
  TargetPlace place(threadOf({{"app::Logger::log(int)", "logger.hpp", 99}}), kSites);
  EXPECT_TRUE(place.isKnown());
  EXPECT_FALSE(place.hasLine());
  EXPECT_TRUE(place.isLine(20));
}

// A tree that is walked: how deep is up to the data.
TEST(TargetPlace, ARecursionMayBeLessDeepThanOnTheStack) {
  TargetPlace place(threadOf({{"app::Logger::log(int)", "logger.hpp", 21},
                              {"app::Logger::log(int)", "logger.hpp", 20},
                              {"app::Logger::log(int)", "logger.hpp", 20},
                              {"app::Logger::info(int)", "logger.hpp", 10}}),
                    kSites);
  EXPECT_TRUE(place.isPoint(place.enter(0, kInfo), kLog));
  EXPECT_FALSE(place.isPoint(0, kLog)); // but it is called by info
  EXPECT_EQ(place.line(), 21u);
}

TEST(TargetPlace, FunctionsThatCallEachOtherInTurnsAreARecursionToo) {
  TargetPlace place(threadOf({{"app::Logger::log(int)", "logger.hpp", 21},
                              {"app::Logger::helper()", "logger.hpp", 30},
                              {"app::Logger::log(int)", "logger.hpp", 20},
                              {"app::Logger::helper()", "logger.hpp", 30},
                              {"app::Logger::info(int)", "logger.hpp", 10}}),
                    kSites);
  const unsigned inHelper = place.enter(place.enter(0, kInfo), kHelper);
  EXPECT_EQ(inHelper, 2u);
  EXPECT_TRUE(place.isPoint(inHelper, kLog));
}

TEST(TargetPlace, UnknownWhenNothingIsInThisCode) {
  TargetPlace place(threadOf({{"other::Thing::run()", "thing.cpp", 1}}), kSites);
  EXPECT_FALSE(place.isKnown());
  EXPECT_FALSE(place.isPoint(0, kLog));
}

} // namespace
} // namespace heddle::reproduce
