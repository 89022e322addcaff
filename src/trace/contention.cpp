// SPDX-License-Identifier: Apache-2.0
#include "trace/contention.h"

#include <algorithm>

namespace heddle::trace {

namespace {

// The latest accesses of one thread to one location.
struct Latest {
  runtime::ThreadId thread;
  EventIndex access, write; // kNoEvent: none so far
};

// Happens-before contains program order: if the latest access of a thread comes before an event, so do all earlier
// ones.
bool isContended(const ExecutionTrace& trace,
                 std::span<const EventIndex> accesses,
                 const HappensBefore& order) {
  std::vector<Latest> latest;
  for (EventIndex event : accesses) {
    for (const Latest& other : latest) {
      EventIndex conflicting = trace.writes(event) ? other.access : other.write;
      if (other.thread != trace.thread(event) && conflicting != kNoEvent &&
          !order.before(conflicting, event))
        return true;
    }
    auto own = std::ranges::find(latest, trace.thread(event), &Latest::thread);
    if (own == latest.end())
      own = latest.insert(own, {trace.thread(event), kNoEvent, kNoEvent});
    own->access = event;
    if (trace.writes(event))
      own->write = event;
  }
  return false;
}

} // namespace

std::vector<LocationIndex> contendedLocations(const ExecutionTrace& trace,
                                              const Locations& locations,
                                              const HappensBefore& order) {
  std::vector<LocationIndex> contended;
  for (LocationIndex at = 0; at < locations.count(); ++at)
    if (isContended(trace, locations.accesses(at), order))
      contended.push_back(at);
  return contended;
}

} // namespace heddle::trace
