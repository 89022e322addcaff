// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>

#include "explore/frames.h"
#include "explore/trace_builder.h"
#include "simulated_runtime.h"

namespace heddle::explore {
namespace {

using runtime::Event;
using runtime::EventKind;

Event lock(std::uint64_t step, runtime::ThreadId thread, std::uintptr_t address) {
  Event event;
  event.step = step;
  event.thread = thread;
  event.kind = EventKind::Lock;
  event.address = address;
  return event;
}

TEST(TraceBuilder, DescribesPlacesOnceAndSharesStacks) {
  simulation::load(simulation::forkJoin({simulation::additions(1)}));
  std::vector<Event> events{lock(1, 1, 0x1040), lock(2, 2, 0x1040)};
  trace::ExecutionTrace recorded;
  const std::array<std::uintptr_t, 2> callers = {0x401000, 0x402000};
  for (Event& event : events) {
    event.callerCount = 2;
    event.callers = callers.data();
    recorded.append(event);
  }
  ModuleMap modules;
  runtime::Outcome outcome{};
  outcome.kind = runtime::FailureKind::Deadlock;
  outcome.events = 2;
  model::Trace trace = buildTrace(recorded, modules, outcome, 0);
  EXPECT_EQ(trace.kind, model::FindingKind::Deadlock);
  EXPECT_EQ(
      trace.locations,
      (std::vector<model::MemoryLocation>{{}, {.region = model::Region::Global, .offset = 0x40}}));
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
