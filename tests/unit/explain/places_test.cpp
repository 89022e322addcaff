// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>

#include "explain/places.h"

namespace heddle::explain {
namespace {

using model::Event;
using model::EventKind;
using model::SourcePlace;

class FakeSymbolizer final : public Symbolizer {
public:
  std::vector<std::vector<SourcePlace>>
  symbolize(const std::vector<model::Frame>& frames) override {
    std::vector<std::vector<SourcePlace>> answers;
    for (const auto& frame : frames)
      answers.push_back(places[frame.pc]);
    return answers;
  }
  std::map<std::uint64_t, std::vector<SourcePlace>> places;
};

class PlacesTest : public testing::Test {
protected:
  void SetUp() override {
    trace_.sites = {{1, "/home/me/proj/a.cpp", 10, 3, "_Z1fv", "x"},
                    {2, "/usr/bin/../include/c++/12/atomic", 99, 1, "_Z3libv", "_M_i"},
                    {3, "/home/me/proj/a.cpp", 5, 1, "_Z1fv", ""}};
  }

  void add(EventKind kind, std::int64_t site, std::uint64_t callerPc = 0, std::uint32_t stack = 0) {
    Event event;
    event.thread = 1;
    event.kind = kind;
    event.site = site;
    event.callerPc = callerPc;
    event.stack = stack;
    trace_.events.push_back(event);
  }

  SourcePlace last() {
    Places places(trace_, symbolizer_, {"/home/me/proj", {}});
    exact_ = places.isExact(trace_.events.size() - 1);
    return places.ofEvent(trace_.events.size() - 1);
  }

  model::Trace trace_;
  FakeSymbolizer symbolizer_;
  bool exact_ = false;
};

TEST_F(PlacesTest, SiteInUserCodeIsShownRelative) {
  add(EventKind::Load, 1);
  EXPECT_EQ(last(), (SourcePlace{"a.cpp", 10, 3, "f()"}));
  EXPECT_TRUE(exact_);
}

TEST_F(PlacesTest, LibrarySiteIsPlacedByTheRecordedStack) {
  trace_.stacks = {{}, {101, 201}};
  symbolizer_.places[100] = {{"/usr/include/x.h", 1, 1, "lib"}};
  symbolizer_.places[200] = {{"/usr/include/y.h", 2, 2, "inlined"},
                             {"/home/me/proj/b.cpp", 20, 5, "g()"}};
  add(EventKind::AtomicLoad, 2, 0, 1);
  EXPECT_EQ(last(), (SourcePlace{"b.cpp", 20, 5, "g()"}));
  EXPECT_TRUE(exact_);
}

TEST_F(PlacesTest, ModelledCallIsPlacedByItsReturnAddress) {
  symbolizer_.places[300] = {{"/home/me/proj/b.cpp", 30, 1, "h()"}};
  add(EventKind::Lock, -1, 301);
  EXPECT_EQ(last().line, 30u);
}

TEST_F(PlacesTest, OtherwiseTheShadowStackGivesTheNearestPlace) {
  add(EventKind::FunctionEntry, 3);
  add(EventKind::Load, 1);
  add(EventKind::FunctionEntry, 2);
  add(EventKind::AtomicLoad, 2);
  EXPECT_EQ(last().line, 10u);
  EXPECT_FALSE(exact_);
  add(EventKind::FunctionExit, 2);
  add(EventKind::FunctionExit, 3);
  add(EventKind::FunctionExit, 3); // more exits than entries: the trace began in the middle
  EXPECT_EQ(last().line, 5u);
}

TEST_F(PlacesTest, NothingKnownIsNoPlace) {
  add(EventKind::Lock, -1, 7777);
  EXPECT_EQ(last(), SourcePlace());
}

TEST_F(PlacesTest, StacksLeaveOutLibrariesAndTheEngine) {
  symbolizer_.places[10] = {{"/usr/include/x.h", 1, 1, "lib"}};
  symbolizer_.places[20] = {{"/home/me/proj/a.cpp", 7, 2, "user()"}};
  symbolizer_.places[30] = {{"", 0, 0, "heddle_rt_fiber_main"}};
  trace_.stack = {{11, "", 11}, {21, "", 21}, {31, "", 31}};
  trace_.relatedStack = {{11, "", 11}, {31, "", 31}};
  const Places places(trace_, symbolizer_, {"/home/me/proj", {}});
  EXPECT_EQ(places.failingStack(), (std::vector<SourcePlace>{{"a.cpp", 7, 2, "user()"}}));
  // Without any user frame the library's names are better than nothing.
  EXPECT_EQ(places.stack(trace_.relatedStack),
            (std::vector<SourcePlace>{{"/usr/include/x.h", 1, 1, "lib"}}));
}

TEST_F(PlacesTest, TheInnermostFrameOfASignalIsExact) {
  trace_.kind = model::FindingKind::Crash;
  trace_.stack = {{50, "", 50}};
  symbolizer_.places[50] = {{"/home/me/proj/a.cpp", 1, 1, "exact"}};
  symbolizer_.places[49] = {{"/home/me/proj/a.cpp", 2, 1, "before"}};
  const Places places(trace_, symbolizer_, {"/home/me/proj", {}});
  EXPECT_EQ(places.failingStack().at(0).line, 1u);
}

} // namespace
} // namespace heddle::explain
