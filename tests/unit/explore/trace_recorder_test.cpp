// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>

#include "explore/shared_memory.h"
#include "explore/trace_builder.h"
#include "explore/trace_recorder.h"
#include "simulated_runtime.h"

namespace heddle::explore {
namespace {

using runtime::Event;
using runtime::EventKind;

Event access(std::uint64_t step,
             runtime::ThreadId thread,
             EventKind kind,
             std::uintptr_t address,
             unsigned size = 4) {
  Event event{};
  event.step = step;
  event.thread = thread;
  event.kind = kind;
  event.address = address;
  event.size = static_cast<std::uint8_t>(size);
  return event;
}

std::vector<std::uint64_t> stepsOf(const TraceRecorder& recorder) {
  std::vector<std::uint64_t> steps;
  for (const RecordedEvent& event : recorder.events())
    steps.push_back(event.step);
  return steps;
}

// The same events twice, as a replay gives them.
void feed(TraceRecorder& recorder, const std::vector<Event>& events) {
  recorder.learn();
  for (const Event& event : events)
    recorder.onEvent(event);
  recorder.record();
  for (const Event& event : events)
    recorder.onEvent(event);
}

TEST(SharedMemory, IsWhatTwoThreadsTouch) {
  SharedMemory memory;
  memory.touch(0x1000, 8, 1);
  memory.touch(0x1000, 8, 1);
  memory.touch(0x1008, 8, 1);
  memory.touch(0x100c, 2, 2);
  EXPECT_FALSE(memory.isShared(0x1000, 8));
  EXPECT_TRUE(memory.isShared(0x1008, 1));
  EXPECT_TRUE(memory.isShared(0x1000, 16));
  EXPECT_FALSE(memory.isShared(0x2000, 64));
}

TEST(TraceRecorder, KeepsSharedAccessesAndSynchronisation) {
  TraceRecorder recorder;
  feed(recorder,
       {access(1, 1, EventKind::Store, 0x1000),
        access(2, 1, EventKind::Store, 0x2000),
        access(3, 2, EventKind::Load, 0x1000),
        access(4, 2, EventKind::Lock, 0x3000, 0),
        access(5, 2, EventKind::Branch, 0, 0),
        access(6, 2, EventKind::AtomicLoad, 0x4000)});
  EXPECT_EQ(stepsOf(recorder), (std::vector<std::uint64_t>{1, 3, 4, 6}));
}

TEST(TraceRecorder, KeepsCallsOnlyAroundWhatItKeeps) {
  TraceRecorder recorder;
  feed(recorder,
       {access(1, 1, EventKind::FunctionEntry, 0, 0),
        access(2, 1, EventKind::FunctionEntry, 0, 0),
        access(3, 1, EventKind::FunctionExit, 0, 0),
        access(4, 2, EventKind::FunctionEntry, 0, 0),
        access(5, 1, EventKind::Lock, 0x3000, 0),
        access(6, 1, EventKind::FunctionExit, 0, 0),
        access(7, 2, EventKind::FunctionExit, 0, 0)});
  EXPECT_EQ(stepsOf(recorder), (std::vector<std::uint64_t>{1, 5, 6}));
}

TEST(TraceRecorder, ALongTraceLosesItsMiddle) {
  TraceRecorder recorder;
  recorder.record();
  constexpr std::uint64_t kEvents = TraceRecorder::kMostEvents + 50;
  for (std::uint64_t step = 1; step <= kEvents; ++step)
    recorder.onEvent(access(step, 1, EventKind::Lock, 0x1000, 0));
  auto steps = stepsOf(recorder);
  ASSERT_EQ(steps.size(), TraceRecorder::kMostEvents);
  EXPECT_EQ(recorder.eventsLeftOut(), 50u);
  EXPECT_EQ(steps.front(), 1u);
  EXPECT_EQ(steps[TraceRecorder::kFirstEvents - 1], TraceRecorder::kFirstEvents);
  EXPECT_EQ(steps[TraceRecorder::kFirstEvents], TraceRecorder::kFirstEvents + 51);
  EXPECT_EQ(steps.back(), kEvents);
  EXPECT_TRUE(std::is_sorted(steps.begin(), steps.end()));
}

TEST(TraceBuilder, DescribesPlacesOnceAndSharesStacks) {
  simulation::load(simulation::forkJoin({simulation::additions(1)}));
  TraceRecorder recorder;
  std::vector<Event> events{access(1, 1, EventKind::Lock, 0x1040, 0),
                            access(2, 2, EventKind::Lock, 0x1040, 0)};
  const std::array<std::uintptr_t, 2> callers = {0x401000, 0x402000};
  for (Event& event : events) {
    event.callerCount = 2;
    event.callers = callers.data();
  }
  feed(recorder, events);
  ModuleMap modules;
  runtime::Outcome outcome{};
  outcome.kind = runtime::FailureKind::Deadlock;
  outcome.events = 2;
  model::Trace trace = buildTrace(recorder, modules, outcome, 0);
  EXPECT_EQ(trace.kind, model::FindingKind::Deadlock);
  EXPECT_EQ(trace.locations, (std::vector<std::string>{"", "global+0x40"}));
  EXPECT_EQ(trace.globals, (std::vector<std::uint64_t>{0, 0x1040}));
  ASSERT_EQ(trace.events.size(), 2u);
  EXPECT_EQ(trace.events[0].location, 1u);
  EXPECT_EQ(trace.events[1].location, 1u);
  EXPECT_EQ(trace.events[0].callerPc, 0x401000u);
  EXPECT_EQ(trace.events[0].stack, trace.events[1].stack);
  EXPECT_EQ(trace.stacks[trace.events[0].stack], (std::vector<std::uint64_t>{0x401000, 0x402000}));
  auto read = model::traceFromText(model::toText(trace));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->events.size(), 2u);
}

TEST(ModuleMap, FramesAreRelativeToTheirModule) {
  ModuleMap modules;
  auto here = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  model::Frame frame = modules.frame(here);
  EXPECT_EQ(frame.pc, here);
  EXPECT_LT(frame.offset, here);
  EXPECT_EQ(modules.frame(1).module, "");
}

} // namespace
} // namespace heddle::explore
