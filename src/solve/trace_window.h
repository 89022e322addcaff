// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "solve/order_problem.h"

namespace heddle::solve {

// A part of a trace as a problem of its own: what is before it happens as in the trace, what is after it does not happen.
// An order that is found there is one of the whole trace; that there is none says nothing.
class TraceWindow {
public:
  const OrderProblem& problem() const { return problem_; }

  // The same question about the window. All events of the question are in it.
  Question questionOf(const Question& question) const;
  // What an order of the window's events means: the trace up to the window, then these events.
  std::vector<Event> orderOf(const std::vector<Event>& order) const;

private:
  friend class WindowBuilder;
  TraceWindow(Thread threads, const Range& range) : problem_(threads), range_(range) {}

  Event ownOf(Event event) const { return own_[event - range_.begin]; }

  OrderProblem problem_;
  Range range_;
  std::vector<Event> own_;      // by event of the range
  std::vector<Event> original_; // by event of the problem; kNoEvent: it has none
  std::unordered_map<Location, Location> locations_;
};

// Cuts windows out of one problem, in a time that does not depend on the length of the trace.
class WindowCutter {
public:
  // The problem must outlive it.
  explicit WindowCutter(const OrderProblem& problem);

  // Nothing: what is before the window cannot happen as in the trace, because code without hooks has written memory.
  std::optional<TraceWindow> cut(const Range& range) const;

private:
  friend class WindowBuilder;
  struct Write {
    Event event;
    std::uint64_t value;
  };

  bool isOpenAt(const Span& span, Event event) const {
    return span.released == kNoEvent || span.released >= event;
  }
  std::vector<const Span*> heldAt(Event event) const;
  std::uint64_t valueAt(Location location, Event event) const;

  const OrderProblem& problem_;
  std::vector<std::vector<Write>> writes_;             // by location, in the order of the trace
  std::vector<std::vector<Event>> predecessors_;       // by event, along fixed edges
  std::vector<std::vector<const Span*>> spans_;        // by the event that takes the lock
  std::vector<std::vector<const Span*>> heldAtStride_; // before every so many events
  Event firstFault_; // the first event that does not read what was written
};

} // namespace heddle::solve
