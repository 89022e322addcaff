// SPDX-License-Identifier: Apache-2.0
// The events of one execution with their happens-before order, and the pairs of them that could have come in the
// opposite order. An execution that shares a prefix with the one before only adds the events after that prefix.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "explore/values/operation.h"

namespace heddle::explore::values {

class Path {
public:
  using Index = std::uint32_t;
  static constexpr Index kNone = ~Index{0};

  Path();

  Index length() const { return static_cast<Index>(events_.size()); }
  const Operation& operation(Index event) const { return events_[event].operation; }
  // The previous event of the same thread, or kNone.
  Index previous(Index event) const { return events_[event].previous; }
  Index lastOf(runtime::ThreadId thread) const {
    return thread < last_.size() ? last_[thread] : kNone;
  }

  void truncate(Index length);

  // Appends an event. `wokenBy`: the event without which the thread could not have continued, if it was created or was
  // waiting; or kNone. Adds to `reversible` the earlier events that the new one could have come before.
  void append(const Operation& operation, Index wokenBy, std::vector<Index>& reversible);

  // The same for an operation at which a thread is still blocked at the end.
  void findReversible(const Operation& pending, Index wokenBy, std::vector<Index>& reversible);

  // Whether the visible event `earlier` happens before `later` or is the same.
  bool happensBefore(Index earlier, Index later) const;

  // Equal for two executions of the same value schedule.
  std::uint64_t classHash() const { return events_.empty() ? 0 : events_.back().hashSoFar; }

private:
  struct Event {
    Operation operation;
    Index previous;
    std::uint32_t ordinal; // number of visible events of the thread up to and including this one
    std::uint64_t hashSoFar;
  };
  using Time = std::uint32_t;

  Time* clock(Index event) { return clocks_.data() + std::size_t{event} * threads_; }
  const Time* clock(Index event) const { return clocks_.data() + std::size_t{event} * threads_; }
  bool isIn(Index event, const std::vector<Time>& time) const {
    return time[events_[event].operation.thread] >= events_[event].ordinal;
  }
  void makeRoomFor(runtime::ThreadId thread);
  void joinInto(std::vector<Time>& time, Index event) const;
  void beginTime(const Operation& operation, Index wokenBy);
  void scan(const Operation& operation, std::vector<Index>& reversible);
  void scanObject(const std::vector<Index>& users,
                  const Operation& operation,
                  std::vector<Index>& reversible);
  void scanThreads(std::vector<Index>& reversible);
  void consider(Index event, const Operation& operation, std::vector<Index>& reversible);
  bool
  isShadowed(Index event, const Operation& operation, const std::vector<Index>& reversible) const;
  std::vector<Index>& usersOf(std::uintptr_t granule);
  template <typename Visit>
  void forEachObject(const Operation& operation, Visit visit);
  std::uint64_t hashOf(Index event) const;

  std::vector<Event> events_;
  std::vector<Time> clocks_; // a row of `threads_` numbers for each event
  std::size_t threads_ = 4;
  std::vector<Index> last_;                                    // by thread
  std::unordered_map<std::uintptr_t, std::uint32_t> granules_; // ever used, to their number
  std::vector<std::vector<Index>> users_;                      // by number of the granule
  std::vector<Index> exits_;
  std::vector<Index> large_; // events that freed a block of more than kMostListed bytes
  // Of the event that is being added: what its thread knew before it, and what it knows after it.
  std::vector<Time> before_;
  std::vector<Time> after_;
};

} // namespace heddle::explore::values
