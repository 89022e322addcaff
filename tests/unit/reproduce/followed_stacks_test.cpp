// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "logger_sites.h"
#include "reproduce/followed_stacks.h"

namespace heddle::reproduce {
namespace {

using runtime::EventKind;

const std::vector<abi::SiteRecord> kSites = {
    siteOf(kInfo, 10), siteOf(kLog, 20), siteOf(kLog, 21), siteOf(kHelper, 30)};

// log(int) fails on line 21, called by info(int).
class FollowedStacksTest : public testing::Test {
protected:
  FollowedStacksTest() {
    model::TargetThread thread;
    thread.frames = {{"app::Logger::log(int)", "logger.hpp", 21},
                     {"app::Logger::info(int)", "", 0}};
    places_.emplace_back(thread, kSites);
  }

  void add(runtime::ThreadId thread, EventKind kind, const abi::SiteRecord& site) {
    runtime::Event event;
    event.thread = thread;
    event.kind = kind;
    event.site = &site;
    trace_.append(event);
  }

  // Thread 1 calls info(int), which calls log(int).
  void enterLog() {
    add(1, EventKind::FunctionEntry, kSites[0]);
    add(1, EventKind::FunctionEntry, kSites[1]);
  }

  std::vector<TargetPlace> places_;
  trace::ExecutionTrace trace_;
};

TEST_F(FollowedStacksTest, TheCallingContextCounts) {
  enterLog();
  add(1, EventKind::Load, kSites[2]);
  add(2, EventKind::FunctionEntry, kSites[1]); // not called by info
  add(2, EventKind::Load, kSites[2]);
  FollowedStacks stacks(places_);
  stacks.visitAll(trace_);
  EXPECT_EQ(stacks.presence(0, 1, nullptr), Presence::There);
  EXPECT_EQ(stacks.presence(0, 2, nullptr), Presence::Elsewhere);
  EXPECT_TRUE(stacks.hasBeenAt(0, 1));
  EXPECT_FALSE(stacks.hasBeenAt(0, 2));
  EXPECT_EQ(stacks.sitesAtPoint(), 1u);
}

// `memcpy(copy, text, n)` accesses memory for its caller.
TEST_F(FollowedStacksTest, CallsOfLibcCountAsAccesses) {
  abi::SiteRecord libc = siteOf(kLog, 21);
  libc.kind = static_cast<std::uint8_t>(abi::SiteKind::LibcCall);
  enterLog();
  add(1, EventKind::Load, libc);
  FollowedStacks stacks(places_);
  stacks.visitAll(trace_);
  EXPECT_EQ(stacks.sitesAtPoint(), 1u);
  std::vector<abi::SiteRecord> sites = kSites;
  sites.push_back(libc);
  model::TargetThread thread;
  thread.frames = {{"app::Logger::log(int)", "logger.hpp", 21}};
  EXPECT_EQ(TargetPlace(thread, sites).sitesAtPoint(), 2u);
}

TEST_F(FollowedStacksTest, AThreadLeavesThePoint) {
  enterLog();
  add(1, EventKind::Load, kSites[2]);
  add(1, EventKind::FunctionExit, kSites[1]);
  FollowedStacks stacks(places_);
  stacks.visitAll(trace_);
  EXPECT_EQ(stacks.presence(0, 1, nullptr), Presence::Elsewhere);
  EXPECT_TRUE(stacks.hasBeenAt(0, 1));
  stacks.forgetVisits();
  EXPECT_FALSE(stacks.hasBeenAt(0, 1));
}

// A library function, called on a line without an event, throws; unwinding leaves the functions afterwards.
TEST_F(FollowedStacksTest, AThrowIsWhereItHappens) {
  enterLog();
  add(1, EventKind::Load, kSites[1]); // line 20: the call on line 21 has no event
  FollowedStacks stacks(places_);
  stacks.visitAll(trace_);
  EXPECT_FALSE(stacks.thrown(0, 1));
  add(1, EventKind::Throw, kSites[0]);
  add(1, EventKind::FunctionExit, kSites[1]);
  add(1, EventKind::FunctionExit, kSites[0]);
  FollowedStacks later(places_);
  later.visitAll(trace_);
  EXPECT_EQ(later.presence(0, 1, nullptr), Presence::Elsewhere);
  EXPECT_EQ(later.thrown(0, 1), Presence::Near);
  EXPECT_FALSE(later.hasBeenAt(0, 1));
}

TEST_F(FollowedStacksTest, AThrowAfterAnAccessOfTheLineIsThere) {
  enterLog();
  add(1, EventKind::Load, kSites[2]);
  add(1, EventKind::Throw, kSites[0]);
  FollowedStacks stacks(places_);
  stacks.visitAll(trace_);
  EXPECT_EQ(stacks.thrown(0, 1), Presence::There);
  EXPECT_FALSE(stacks.thrown(0, 2));
}

// Nothing says that the helper has been left: the next access of its caller does.
TEST_F(FollowedStacksTest, AnExceptionLeavesFunctionsWithoutAWord) {
  enterLog();
  add(1, EventKind::FunctionEntry, kSites[3]);
  add(1, EventKind::Load, kSites[3]);
  add(1, EventKind::Load, kSites[2]);
  FollowedStacks stacks(places_);
  stacks.visitAll(trace_);
  EXPECT_EQ(stacks.presence(0, 1, nullptr), Presence::There);
}

} // namespace
} // namespace heddle::reproduce
