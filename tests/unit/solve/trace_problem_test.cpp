// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <optional>

#include "solve/graph_solver.h"
#include "solve/order_checker.h"
#include "solve/trace_problem.h"
#include "trace_text.h"

namespace heddle::solve {
namespace {

using enum Feasibility;

// Whether the events with these positions can happen in this order.
Feasibility canHappen(const trace::ExecutionTrace& trace, std::vector<Event> events) {
  const TraceProblem problem = problemOf(trace);
  Question question{.edges = {}, .events = {events.front()}};
  for (std::size_t i = 1; i < events.size(); ++i)
    question.edges.push_back({.from = events[i - 1], .to = events[i]});
  const Answer answer = GraphSolver(problem.problem).solve(question);
  if (answer.feasibility == Feasible)
    EXPECT_EQ(faultOf(problem.problem, question, answer.order), "");
  return answer.feasibility;
}

Feasibility canHappen(std::string_view trace, std::vector<Event> events) {
  return canHappen(trace::traceFromText(trace), std::move(events));
}

// The accesses have these values; of a write, it is the new one. Nothing: the runtime did not deliver it.
trace::ExecutionTrace withValues(std::string_view text,
                                 const std::vector<std::optional<std::uint64_t>>& values) {
  std::vector<runtime::Event> events = trace::eventsFromText(text);
  EXPECT_EQ(events.size(), values.size());
  trace::ExecutionTrace trace;
  for (std::size_t i = 0; i < events.size(); ++i) {
    events[i].hasValue = values[i].has_value();
    events[i].value = values[i].value_or(0);
    trace.append(events[i]);
  }
  return trace;
}

TEST(TraceProblem, UnrelatedThreadsRunInAnyOrder) {
  EXPECT_EQ(canHappen("1Wx 1Wx 2Rx", {2, 0}), Feasible);
  EXPECT_EQ(canHappen("1Wx 1Wx 2Rx", {0, 2, 1}), Feasible);
}

TEST(TraceProblem, AThreadKeepsItsOrder) {
  EXPECT_EQ(canHappen("1Wx 1Wy 2Rx", {1, 0}), Infeasible);
}

TEST(TraceProblem, WhatDecidesLaterEventsIsReadAgain) {
  // Thread 2 does what it does because of the value that it read.
  EXPECT_EQ(canHappen("1Wx 2Rx 2Wy 1Ry", {2, 0}), Infeasible);
  EXPECT_EQ(canHappen("1Wx 2Rx 1Wx", {1, 0}), Feasible) << "nothing follows the read";
}

// Thread 2 reads the same value from the other write.
TEST(TraceProblem, EqualValuesFromOtherWritesAreEqual) {
  const char* text = "1Wx 2Rx 2Wy 1Wx";
  EXPECT_EQ(canHappen(withValues(text, {5, 5, 1, 5}), {0, 3, 1, 2}), Feasible);
  EXPECT_EQ(canHappen(withValues(text, {5, 5, 1, 6}), {0, 3, 1, 2}), Infeasible);
}

// No event wrote the 9 that thread 2 read. So it can read it at any time, but other orders may be impossible.
TEST(TraceProblem, ValuesThatNoEventWroteAreNotKept) {
  const char* text = "1Wx 2Rx 2Wy 1Wx 1Ry";
  const trace::ExecutionTrace foreign = withValues(text, {5, 9, 1, 6, 1});
  EXPECT_TRUE(problemOf(foreign).isRestricted);
  EXPECT_EQ(canHappen(foreign, {1, 2, 0}), Feasible);
  EXPECT_EQ(canHappen(foreign, {3, 1, 2}), Feasible);
  const trace::ExecutionTrace own = withValues(text, {5, 5, 1, 6, 1});
  EXPECT_FALSE(problemOf(own).isRestricted);
  EXPECT_EQ(canHappen(own, {1, 2, 0}), Infeasible);
  EXPECT_EQ(canHappen(own, {3, 1, 2}), Infeasible);
}

// After the next write, values are known again.
TEST(TraceProblem, AWriteEndsWhatCodeWithoutHooksBegan) {
  const trace::ExecutionTrace trace = withValues("1Wx 2Rx 1Wx 2Rx 2Wy 1Ry", {5, 9, 6, 6, 1, 1});
  EXPECT_EQ(canHappen(trace, {3, 4, 2}), Infeasible);
}

// Thread 1 copied something, and thread 2 read 5 from the copy. Thread 3 wrote 5, too.
TEST(TraceProblem, ALaterReadTellsWhatACopyWrote) {
  const char* text = "1Wx 2Rx 2Wy 3Wx 3Ry";
  EXPECT_EQ(canHappen(withValues(text, {std::nullopt, 5, 1, 5, 1}), {0, 3, 1, 2}), Feasible);
  EXPECT_EQ(canHappen(withValues(text, {std::nullopt, 5, 1, 6, 1}), {0, 3, 1, 2}), Infeasible);
  EXPECT_EQ(canHappen(withValues(text, {std::nullopt, std::nullopt, 1, 5, 1}), {0, 3, 1, 2}),
            Infeasible)
      << "nothing tells what the copy wrote";
}

TEST(TraceProblem, MemoryOfOneThreadConstrainsNothing) {
  EXPECT_EQ(canHappen("1Wx 1Rx 1Wy 2Ry", {3, 0}), Feasible);
}

TEST(TraceProblem, LocksExclude) {
  EXPECT_EQ(canHappen("1(m 1Wx 1Wy 1)m 2(m 2Wx 2)m", {1, 5, 2}), Infeasible);
  EXPECT_EQ(canHappen("1(m 1Wx 1Wy 1)m 2(m 2Wx 2)m", {5, 1}), Feasible);
  EXPECT_EQ(canHappen("1[m 1Rx 1Ry 1]m 2[m 2Rx 2]m", {1, 5, 2}), Feasible) << "both are readers";
}

TEST(TraceProblem, AnUnlockedAccessFitsIntoASpan) {
  EXPECT_EQ(canHappen("1(m 1Wx 1Wx 1)m 2Wx", {1, 4, 2}), Feasible);
}

TEST(TraceProblem, CreatingAndJoiningOrders) {
  EXPECT_EQ(canHappen("0Wx 0+1 1Wx 0-1 0Wx", {2, 0}), Infeasible);
  EXPECT_EQ(canHappen("0Wx 0+1 1Wx 0-1 0Wx", {4, 2}), Infeasible);
  EXPECT_EQ(canHappen("0+1 0Wx 1Wx 0-1", {2, 1}), Feasible);
}

TEST(TraceProblem, AWaitEndsAfterItsNotification) {
  const char* text = "1(m 1Zcm 2(m 2Wx 2)m 2!1c 1Yc 1Rx 1)m";
  EXPECT_EQ(canHappen(text, {7, 3}), Infeasible);
  EXPECT_EQ(canHappen(text, {5, 1}), Infeasible) << "a notification wakes only those who wait";
}

TEST(TraceProblem, SemaphoresKeepTheOrderOfTheTrace) {
  const TraceProblem problem = problemOf(trace::traceFromText("1Wx 1Ps 2Vs 2Rx"));
  EXPECT_TRUE(problem.isRestricted);
  EXPECT_EQ(canHappen("1Wx 1Ps 2Vs 2Rx", {3, 0}), Infeasible);
  EXPECT_FALSE(problemOf(trace::traceFromText("1(m 1Wx 1)m 2Rx")).isRestricted);
}

TEST(TraceProblem, AFreedBlockIsAnotherValue) {
  EXPECT_EQ(canHappen("1Wx 2Rx 2Ry 1Ux 1Wy", {3, 1, 2}), Infeasible);
  EXPECT_EQ(canHappen("1Wx 2Rx 1Ux", {2, 1}), Feasible);
}

} // namespace
} // namespace heddle::solve
