// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "model/trace.h"

namespace heddle::model {
namespace {

Trace fullTrace() {
  Trace trace;
  trace.kind = FindingKind::UseAfterFree;
  trace.thread = 2;
  trace.site = 17;
  trace.message = {.id = MessageId::AccessAfterFree, .arguments = {"read", "4", "0", "8", "1"}};
  trace.exitStatus = -1;
  trace.unsupported = true;
  trace.hash = ~std::uint64_t{0};
  trace.eventCount = 123;
  trace.sites = {{17, "/home/a b/x.cpp", 12, 5, "_Z1fv", "node->next"}, {18, "", 0, 0, "", ""}};
  trace.locations = {{},
                     {.region = Region::Heap, .number = 1},
                     {.region = Region::Stack, .number = 2, .offset = 16}};
  trace.globals = {0, 4242, 0};
  trace.stacks = {{}, {4198400, 4198500}};
  trace.events = {{1, 0, EventKind::ThreadCreate, -1, 0, 0, true, false, 1, 4198400, 1},
                  {2, 1, EventKind::Load, 17, 1, 4, true, true, 2, 0, 0}};
  trace.eventsLeftOut = 5;
  trace.stack = {{4198400, "", 4198400}, {140737351852032, "/lib/libc.so.6", 1234}};
  trace.relation = Relation::FreedBy;
  trace.relatedThread = 1;
  trace.relatedStack = {{4198401, "", 4198401}};
  trace.blocked = {{1, EventKind::Lock, 2, 0, {{1, "", 1}}}, {3, EventKind::CondWait, 0, -1, {}}};
  trace.held = {{0, 2, {{2, "", 2}}}};
  trace.races = {{1, 0, 2, 17, -1, true, false, 7, 9}};
  trace.output = "hello\nworld\n";
  return trace;
}

TEST(Trace, RoundTripIsExact) {
  const std::string text = toText(fullTrace());
  const auto parsed = traceFromText(text);
  ASSERT_TRUE(parsed) << parsed.error().message << "\n" << text;
  EXPECT_EQ(toText(*parsed), text);
  EXPECT_EQ(parsed->events[1].kind, EventKind::Load);
  EXPECT_EQ(parsed->events[0].callerPc, 4198400u);
  EXPECT_EQ(parsed->stacks, fullTrace().stacks);
  EXPECT_EQ(parsed->blocked[1].holder, -1);
  EXPECT_EQ(parsed->races[0].secondStep, 9u);
  EXPECT_EQ(parsed->output, "hello\nworld\n");
  EXPECT_EQ(parsed->locations, fullTrace().locations);
  EXPECT_EQ(parsed->message, fullTrace().message);
}

TEST(Trace, LongTracesReadBack) {
  Trace trace;
  trace.events.resize(200'000, {1, 1, EventKind::Store, 3, 1, 8, true, false, 42, 0, 0});
  const auto parsed = traceFromText(toText(trace));
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->events.size(), trace.events.size());
}

TEST(Trace, UnknownKindsAreErrors) {
  EXPECT_FALSE(traceFromText("heddle trace 2\nkind explosion\nend\n"));
  EXPECT_FALSE(traceFromText("heddle trace 2\nevent 1 0 teleport 1 0 0 0 0 0 0 0\nend\n"));
}

TEST(EventKindNames, AreDistinctAndReadBack) {
  for (int i = 0; i <= static_cast<int>(EventKind::IndirectCall); ++i) {
    EventKind kind{};
    ASSERT_TRUE(model::readName(toText(static_cast<EventKind>(i)), kind));
    EXPECT_EQ(static_cast<int>(kind), i);
  }
  EventKind kind{};
  EXPECT_FALSE(model::readName("", kind));
}

TEST(FindingKindNames, AreDistinctAndReadBack) {
  for (int i = 0; i <= static_cast<int>(FindingKind::ExitStatus); ++i) {
    FindingKind kind{};
    ASSERT_TRUE(model::readName(toText(static_cast<FindingKind>(i)), kind));
    EXPECT_EQ(static_cast<int>(kind), i);
  }
  EXPECT_EQ(toText(FindingKind::UseAfterFree), "use-after-free");
}

} // namespace
} // namespace heddle::model
