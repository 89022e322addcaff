// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>

#include "trace/trace_recorder.h"
#include "trace_text.h"

namespace heddle::trace {
namespace {

using runtime::Event;
using runtime::EventKind;
using WhenFull = TraceRecorder::WhenFull;

Event numbered(std::uint64_t number, EventKind kind = EventKind::Lock) {
  Event event;
  event.number = number;
  event.step = number + 1;
  event.kind = kind;
  return event;
}

void feed(TraceRecorder& recorder, std::uint64_t from, std::uint64_t to) {
  for (std::uint64_t number = from; number < to; ++number)
    recorder.onEvent(numbered(number));
}

runtime::Outcome endedAfter(std::uint64_t delivered) {
  runtime::Outcome outcome{};
  outcome.delivered = delivered;
  return outcome;
}

std::vector<std::uint64_t> numbersOf(const ExecutionTrace& trace) {
  std::vector<std::uint64_t> numbers;
  for (EventIndex event = 0; event < trace.length(); ++event)
    numbers.push_back(trace.number(event));
  return numbers;
}

TEST(TraceRecorder, KeepsEveryColumn) {
  TraceRecorder recorder;
  const std::array<std::uintptr_t, 2> callers = {0x401000, 0x402000};
  Event event{.number = 0,
              .step = 7,
              .thread = 3,
              .kind = EventKind::AtomicCas,
              .hasValue = true,
              .failed = true,
              .size = 70'000,
              .call = 0x10002,
              .site = nullptr,
              .address = 0x1234,
              .value = 5,
              .previous = 6,
              .callerCount = 2,
              .callers = callers.data()};
  recorder.onEvent(event);
  const ExecutionTrace& trace = recorder.finish(endedAfter(1));
  ASSERT_EQ(trace.length(), 1u);
  EXPECT_EQ(trace.step(0), 7u);
  EXPECT_EQ(trace.thread(0), 3u);
  EXPECT_EQ(trace.kind(0), EventKind::AtomicCas);
  EXPECT_TRUE(trace.hasValue(0));
  EXPECT_TRUE(trace.failed(0));
  EXPECT_EQ(trace.size(0), 70'000u);
  EXPECT_EQ(trace.call(0), 0x10002u);
  EXPECT_EQ(trace.address(0), 0x1234u);
  EXPECT_EQ(trace.value(0), 5u);
  EXPECT_EQ(trace.previous(0), 6u);
  EXPECT_EQ(std::vector(trace.callers(0).begin(), trace.callers(0).end()),
            std::vector(callers.begin(), callers.end()));
}

TEST(TraceRecorder, ANewExecutionReplacesTheTrace) {
  TraceRecorder recorder;
  feed(recorder, 0, 5);
  feed(recorder, 0, 2);
  EXPECT_EQ(recorder.finish(endedAfter(2)).length(), 2u);
}

TEST(TraceRecorder, AResumedCheckpointTakesBackWhatCameAfterIt) {
  TraceRecorder recorder;
  feed(recorder, 0, 10);
  recorder.onEvent(numbered(4, EventKind::Unlock));
  const ExecutionTrace& trace = recorder.finish(endedAfter(5));
  EXPECT_EQ(numbersOf(trace), (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(trace.kind(4), EventKind::Unlock);
}

TEST(TraceRecorder, AResumedExecutionThatDeliversNothingEndsAtItsCheckpoint) {
  TraceRecorder recorder;
  feed(recorder, 0, 10);
  EXPECT_EQ(recorder.finish(endedAfter(6)).length(), 6u);
}

TEST(TraceRecorder, KnowsThatItDidNotHearTheBeginning) {
  TraceRecorder recorder;
  feed(recorder, 0, 3);
  feed(recorder, 8, 10);
  EXPECT_EQ(numbersOf(recorder.trace()), (std::vector<std::uint64_t>{8, 9}));
  EXPECT_FALSE(recorder.trace().isComplete());
  feed(recorder, 8, 9); // the same checkpoint again
  EXPECT_FALSE(recorder.trace().isComplete());
  feed(recorder, 0, 3);
  EXPECT_TRUE(recorder.trace().isComplete());
}

TEST(TraceRecorder, ATraceThatIsTooLongSaysSo) {
  TraceRecorder recorder(100);
  feed(recorder, 0, 130);
  EXPECT_EQ(recorder.trace().length(), 100u);
  EXPECT_EQ(recorder.trace().leftOut(), 30u);
  feed(recorder, 90, 95);
  EXPECT_TRUE(recorder.trace().isComplete());
  EXPECT_EQ(recorder.trace().length(), 95u);
}

TEST(TraceRecorder, AReportKeepsBothEnds) {
  constexpr EventIndex kCapacity = 4 * TraceRecorder::kFirstEvents;
  TraceRecorder recorder(kCapacity, WhenFull::LoseMiddle);
  feed(recorder, 0, 3 * kCapacity);
  const ExecutionTrace& trace = recorder.trace();
  std::vector<std::uint64_t> numbers = numbersOf(trace);
  EXPECT_EQ(numbers[TraceRecorder::kFirstEvents - 1], TraceRecorder::kFirstEvents - 1);
  EXPECT_EQ(numbers.back(), 3 * kCapacity - 1);
  EXPECT_EQ(trace.length() + trace.leftOut(), 3 * kCapacity);
  EXPECT_GE(trace.length(), kCapacity / 2);
  EXPECT_TRUE(std::is_sorted(numbers.begin(), numbers.end()));
}

TEST(TraceRecorder, FunctionCallsInWhichNothingHappensAreDropped) {
  abi::SiteRecord f{};
  abi::SiteRecord g{};
  f.function = "f";
  g.function = "g";
  auto call = [](EventKind kind, const abi::SiteRecord& site, std::uint64_t number) {
    Event event = numbered(number, kind);
    event.step = 1;
    event.site = &site;
    return event;
  };
  TraceRecorder recorder;
  recorder.onEvent(call(EventKind::FunctionEntry, f, 0));
  recorder.onEvent(call(EventKind::FunctionEntry, g, 1));
  recorder.onEvent(call(EventKind::FunctionExit, g, 2));
  recorder.onEvent(call(EventKind::FunctionEntry, g, 3));
  recorder.onEvent(call(EventKind::Lock, g, 4));
  recorder.onEvent(call(EventKind::FunctionExit, g, 5));
  recorder.onEvent(call(EventKind::FunctionEntry, g, 6));
  recorder.onEvent(call(EventKind::FunctionExit, f, 7)); // an exception left g
  EXPECT_EQ(numbersOf(recorder.trace()), (std::vector<std::uint64_t>{0, 3, 4, 5, 6, 7}));
}

} // namespace
} // namespace heddle::trace
