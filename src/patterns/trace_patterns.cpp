// SPDX-License-Identifier: Apache-2.0
#include "patterns/trace_patterns.h"

#include <algorithm>
#include <deque>
#include <ranges>
#include <span>
#include <unordered_map>
#include <unordered_set>

#include "patterns/pattern_rows.h"
#include "trace/thread_order.h"

namespace heddle::patterns {

using trace::EventIndex;
using trace::kNoEvent;
using trace::LocationIndex;
using Thread = runtime::ThreadId;

namespace {

constexpr std::size_t kMostBetween = 64;  // accesses between two of one thread that are looked at
constexpr std::size_t kMostRecent = 16;   // pairs of two threads that are combined with a new one
constexpr std::uint32_t kMostApart = 256; // events of a thread between two accesses of a pattern

// Accesses of one thread to one location, next to another access.
struct Neighbours {
  EventIndex any = kNoEvent;
  EventIndex write = kNoEvent;
};

// An access to a location, and those of the same thread to the same location before and after it.
struct Access {
  EventIndex event;
  Neighbours previous = {};
  Neighbours next = {};
};

// Two conflicting accesses of different threads, the first of which is the last of its kind before the second.
struct Conflict {
  Access first, second;
  LocationIndex location;
};

class Finder {
public:
  Finder(const trace::ExecutionTrace& trace, const trace::Locations& locations)
      : trace_(trace), locations_(locations), order_(trace) {}

  std::vector<std::uint64_t> run() {
    for (LocationIndex location = 0; location < locations_.count(); ++location) {
      const std::span<const EventIndex> events = locations_.accesses(location);
      if (!isShared(events))
        continue;
      const std::vector<Access> accesses = accessesOf(events);
      findPairs(location, accesses);
      findTriples(accesses);
    }
    std::ranges::sort(
        conflicts_, {}, [](const Conflict& conflict) { return conflict.second.event; });
    findQuadruples();
    return {keys_.begin(), keys_.end()};
  }

private:
  Kind kindOf(EventIndex event) const {
    return {.reads = trace_.reads(event), .writes = trace_.writes(event)};
  }

  bool isShared(std::span<const EventIndex> events) const {
    return std::ranges::any_of(events, [&](EventIndex event) {
      return trace_.thread(event) != trace_.thread(events.front());
    });
  }

  std::vector<Access> accessesOf(std::span<const EventIndex> events) {
    std::vector<Access> accesses;
    accesses.reserve(events.size());
    neighbours_.assign(order_.threadCount(), {});
    for (const EventIndex event : events) {
      Neighbours& last = neighbours_[trace_.thread(event)];
      accesses.push_back({.event = event, .previous = last});
      step(last, event);
    }
    neighbours_.assign(order_.threadCount(), {});
    for (Access& access : std::views::reverse(accesses)) {
      Neighbours& following = neighbours_[trace_.thread(access.event)];
      access.next = following;
      step(following, access.event);
    }
    return accesses;
  }
  void step(Neighbours& last, EventIndex event) const {
    last.any = event;
    if (trace_.writes(event))
      last.write = event;
  }

  void add(unsigned row, std::initializer_list<EventIndex> events) {
    if (row != 0)
      keys_.insert(keyOf(row, events, [&](EventIndex event) { return trace_.site(event); }));
  }

  void findPairs(LocationIndex location, std::span<const Access> accesses) {
    const Access* lastWrite = nullptr;
    std::vector<const Access*> readers; // the last read of each thread since then
    const auto addPair = [&](const Access& first, const Access& second) {
      if (trace_.thread(first.event) == trace_.thread(second.event))
        return;
      const unsigned row = rowOfPair(kindOf(first.event), kindOf(second.event));
      add(row, {first.event, second.event});
      if (row != 0)
        conflicts_.push_back({.first = first, .second = second, .location = location});
    };
    for (const Access& access : accesses) {
      if (lastWrite != nullptr)
        addPair(*lastWrite, access);
      if (trace_.writes(access.event)) {
        for (const Access* reader : readers)
          addPair(*reader, access);
        lastWrite = &access;
        readers.clear();
      } else {
        std::erase_if(readers, [&](const Access* reader) {
          return trace_.thread(reader->event) == trace_.thread(access.event);
        });
        readers.push_back(&access);
      }
    }
  }

  // Between two accesses of a thread, those of others. If the thread only reads in between, two writes count, too, but
  // only with reads of others between them: a write would form a pattern with the thread's own read.
  void findTriples(std::span<const Access> accesses) {
    positions_.assign(order_.threadCount(), {});
    for (std::size_t i = 0; i < accesses.size(); ++i) {
      const bool writes = trace_.writes(accesses[i].event);
      Positions& own = positions_[trace_.thread(accesses[i].event)];
      if (own.any != kNone)
        addTriples(accesses, own.any, i, true);
      if (writes && own.write != kNone && own.write != own.any)
        addTriples(accesses, own.write, i, false);
      own = {.any = i, .write = writes ? i : own.write};
    }
  }

  void addTriples(std::span<const Access> accesses,
                  std::size_t first,
                  std::size_t last,
                  bool areConsecutive) {
    const EventIndex one = accesses[first].event;
    const EventIndex other = accesses[last].event;
    if (trace_.call(one) != trace_.call(other))
      return;
    const std::size_t end = std::min(last, first + 1 + kMostBetween);
    for (std::size_t k = first + 1; k < end; ++k) {
      const EventIndex between = accesses[k].event;
      if (trace_.thread(between) != trace_.thread(one) &&
          (areConsecutive || !trace_.writes(between)))
        add(rowOfTriple(kindOf(one), kindOf(between), kindOf(other)), {one, between, other});
    }
  }

  void findQuadruples() {
    std::unordered_map<std::uint32_t, std::deque<Conflict>> recent; // by direction
    const auto direction = [](Thread from, Thread to) { return std::uint32_t{from} << 16 | to; };
    for (const Conflict& conflict : conflicts_) {
      const Thread from = trace_.thread(conflict.first.event);
      const Thread to = trace_.thread(conflict.second.event);
      for (const Conflict& other : recent[direction(to, from)]) {
        if (other.location == conflict.location)
          continue;
        combine(conflict, other);
        combine(other, conflict);
      }
      std::deque<Conflict>& own = recent[direction(from, to)];
      own.push_back(conflict);
      if (own.size() > kMostRecent)
        own.pop_front();
    }
  }

  // `onX` goes from a to b, `onY` from b to a.
  void combine(const Conflict& onX, const Conflict& onY) {
    const EventIndex a1 = onX.first.event;
    const EventIndex bx = onX.second.event;
    const EventIndex by = onY.first.event;
    const EventIndex a2 = onY.second.event;
    if (a1 > a2 || a1 > by || isInterrupted(onX.first, bx, onY.second, by))
      return;
    if (bx < by ? isInterrupted(onX.second, a1, onY.first, a2)
                : isInterrupted(onY.first, a2, onX.second, a1))
      return;
    const QuadrupleRows rows = rowsOfQuadruple(kindOf(a1), kindOf(a2), kindOf(bx), kindOf(by));
    if (bx < by)
      add(rows.sameOrder, {a1, bx, by, a2});
    else if (bx < a2)
      add(rows.otherOrder, {a1, by, bx, a2});
    else
      add(rows.alternating, {a1, by, a2, bx});
  }

  // Whether an access of the thread between its two steps conflicts with the other thread's access to the same
  // location, which is `atFirst` or `atLast`.
  bool isInterrupted(const Access& first,
                     EventIndex atFirst,
                     const Access& last,
                     EventIndex atLast) const {
    if (first.event >= last.event || trace_.call(first.event) != trace_.call(last.event))
      return true;
    const EventIndex next = trace_.writes(atFirst) ? first.next.any : first.next.write;
    const EventIndex previous = trace_.writes(atLast) ? last.previous.any : last.previous.write;
    if (next < last.event || (previous != kNoEvent && previous > first.event))
      return true;
    return order_.position(last.event) - order_.position(first.event) - 1 > kMostApart;
  }

  static constexpr std::size_t kNone = ~std::size_t{0};

  const trace::ExecutionTrace& trace_;
  const trace::Locations& locations_;
  trace::ThreadOrder order_;
  // By thread, at the current location:
  struct Positions {
    std::size_t any = kNone;
    std::size_t write = kNone;
  };
  std::vector<Positions> positions_;
  std::vector<Neighbours> neighbours_;
  std::vector<Conflict> conflicts_;
  std::unordered_set<std::uint64_t> keys_;
};

} // namespace

std::vector<std::uint64_t> patternsOf(const trace::ExecutionTrace& trace,
                                      const trace::Locations& locations) {
  return Finder(trace, locations).run();
}

} // namespace heddle::patterns
