// SPDX-License-Identifier: Apache-2.0
#include "trace/reads_from.h"

#include <algorithm>

namespace heddle::trace {

ReadsFrom::ReadsFrom(const ExecutionTrace& trace, const Locations& locations)
    : begins_(trace.length() + 1) {
  std::vector<EventIndex> lastWrite(locations.count(), kNoEvent);
  for (EventIndex event = 0; event < trace.length(); ++event) {
    auto begin = static_cast<std::ptrdiff_t>(writers_.size());
    auto [first, last] = locations.of(trace, event);
    for (LocationIndex at = first; at < last; ++at) {
      bool isNew =
          std::find(writers_.begin() + begin, writers_.end(), lastWrite[at]) == writers_.end();
      if (trace.reads(event) && isNew)
        writers_.push_back(lastWrite[at]);
      if (trace.writes(event))
        lastWrite[at] = event;
    }
    begins_[event + 1] = writers_.size();
  }
}

EventIndex ReadsFrom::writer(EventIndex read) const {
  EventIndex latest = kNoEvent;
  for (EventIndex writer : writers(read))
    if (writer != kNoEvent && (latest == kNoEvent || writer > latest))
      latest = writer;
  return latest;
}

} // namespace heddle::trace
