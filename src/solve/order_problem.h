// SPDX-License-Identifier: Apache-2.0
// Order problems: can the events of a trace also happen in another order? A problem has what every order must respect.
// A question adds the order that is wanted. It asks for a prefix of each thread, and an order of all their events, such
// that (MCR: Huang, PLDI 2015)
//
// - the events of a thread stay in program order, and fixed edges hold (creating and joining threads, hand-overs);
// - spans of a lock that exclude each other do not overlap. After the last of its events that has to happen, a thread
//   releases the locks that it released in the trace, whatever it does until then;
// - every read that decides what happens later returns the value it returned in the trace, so that the thread does the
//   same again. Only the last wanted event of a thread, after which nothing is claimed, may read anything.
//
// Values are compared, not writers: a read may return the same value from another write. A question may also want one
// read to return another value than in the trace (MCR's way to reach new states). Nothing is known about what its thread
// does then, so that the read is the last event of its thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace heddle::solve {

// Index of an event, in the order of the trace.
using Event = std::uint32_t;
using Thread = std::uint32_t;
using Location = std::uint32_t;
inline constexpr Event kNoEvent = ~Event{0};

// What an event does to one location. A read-modify-write does both. Equal numbers are equal values; a value that is
// not known has a number of its own.
struct Access {
  Location location = 0;
  bool reads = false;
  bool writes = false;
  std::uint64_t readValue = 0;
  std::uint64_t writtenValue = 0;
};

// A lock from the event that takes it to the event that releases it.
struct Span {
  std::uint32_t lock = 0;
  Thread thread = 0;
  bool shared = false;       // spans of readers do not exclude each other
  Event acquired = kNoEvent; // kNoEvent: held from the beginning
  Event released = kNoEvent; // kNoEvent: never released

  bool excludes(const Span& other) const {
    return lock == other.lock && thread != other.thread && !(shared && other.shared);
  }
};

// `from` happens before `to`.
struct Edge {
  Event from;
  Event to;
  bool operator==(const Edge&) const = default;
};

class OrderProblem {
public:
  explicit OrderProblem(Thread threads) : threads_(threads) {}

  // ---- building it, in the order of the trace

  Event addEvent(Thread thread);
  // Adds what the last event does.
  void addAccess(const Access& access);
  // Spans are added in the order in which they begin.
  void addSpan(const Span& span) { spans_.push_back(span); }
  // Both events have been added, and the order of the trace respects the edge.
  void addEdge(const Edge& edge);
  // A location that is not set starts with 0.
  void setInitialValue(Location location, std::uint64_t value);

  // ---- reading it

  Event size() const { return static_cast<Event>(threadOf_.size()); }
  Thread threadCount() const { return static_cast<Thread>(threads_.size()); }
  Location locationCount() const { return static_cast<Location>(initialValues_.size()); }
  std::uint32_t lockCount() const;

  Thread threadOf(Event event) const { return threadOf_[event]; }
  // How many events of its thread come before the event.
  std::uint32_t positionOf(Event event) const { return positionOf_[event]; }
  const std::vector<Event>& eventsOf(Thread thread) const { return threads_[thread]; }
  std::span<const Access> accessesOf(Event event) const {
    return std::span(accesses_).subspan(accessBegins_[event],
                                        accessEnd(event) - accessBegins_[event]);
  }
  // The number of the first access of an event. Accesses are numbered in the order of the trace.
  std::uint32_t firstAccess(Event event) const { return accessBegins_[event]; }
  std::uint32_t accessCount() const { return static_cast<std::uint32_t>(accesses_.size()); }

  const std::vector<Span>& spans() const { return spans_; }
  const std::vector<Edge>& edges() const { return edges_; }
  std::uint64_t initialValue(Location location) const { return initialValues_[location]; }

private:
  std::uint32_t accessEnd(Event event) const {
    return event + 1 < size() ? accessBegins_[event + 1] : accessCount();
  }

  std::vector<std::vector<Event>> threads_;
  std::vector<Thread> threadOf_;
  std::vector<std::uint32_t> positionOf_;
  std::vector<std::uint32_t> accessBegins_; // by event
  std::vector<Access> accesses_;
  std::vector<Span> spans_;
  std::vector<Edge> edges_;
  std::vector<std::uint64_t> initialValues_;
};

// Events `begin` to `end` - 1 of the trace.
struct Range {
  Event begin = 0;
  Event end = 0;
  Event size() const { return end - begin; }
};

// The event reads this value at a location that it read in the trace. It is the last event of its thread.
struct WantedRead {
  Event event = kNoEvent;
  Location location = 0;
  std::uint64_t value = 0;
  bool operator==(const WantedRead&) const = default;
};

// The order that is wanted. All events of the edges, `events`, and the event of the read have to happen.
struct Question {
  std::vector<Edge> edges = {};
  std::vector<Event> events = {};
  std::optional<WantedRead> read = std::nullopt;
};

// From the first to the last event of a question, with `margin` more on both sides. Empty without events.
Range rangeOf(const OrderProblem& problem, const Question& question, Event margin);

enum class Feasibility : std::uint8_t { Feasible, Infeasible, Unknown };

struct Answer {
  Feasibility feasibility = Feasibility::Unknown;
  std::vector<Event> order = {}; // of the events that have to happen, if feasible
  // If infeasible: the edges of the question that are needed for that, together with all of its events and its read.
  // Engines that do not know a smaller set give all edges.
  std::vector<Edge> core = {};
};

} // namespace heddle::solve
