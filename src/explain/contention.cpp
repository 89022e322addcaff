// SPDX-License-Identifier: Apache-2.0
// Happens-before with the edges of thread start and join only: vector clocks as in Mattern, "Virtual
// Time and Global States of Distributed Systems" (1989), over the events of one trace.
#include "explain/contention.h"

#include <algorithm>
#include <map>

#include "explain/values.h"

namespace heddle::explain {

using model::Event;
using model::EventKind;

namespace {

using Clock = std::map<std::uint16_t, std::uint64_t>; // thread -> events of it that are known

struct LastAccess {
  std::uint64_t read = 0; // the thread's own time, 0 when there was none
  std::uint64_t write = 0;
};

// The number of its heap block; 0 for what is not in one.
std::uint32_t blockOf(const model::MemoryLocation& location) {
  return location.region == model::Region::Heap ? location.number : 0;
}

class Contention {
public:
  explicit Contention(const model::Trace& trace)
      : trace_(trace), last_(trace.locations.size()), contended_(trace.locations.size()) {
    for (std::uint32_t i = 0; i < trace.locations.size(); ++i) {
      if (const std::uint32_t block = blockOf(trace.locations[i]); block != 0)
        blocks_[block].push_back(i);
    }
  }

  std::vector<bool> run() {
    for (const auto& event : trace_.events)
      visit(event);
    for (const auto& [block, locations] : blocks_)
      spread(locations);
    return std::move(contended_);
  }

private:
  void visit(const Event& event) {
    ++clocks_[event.thread][event.thread];
    if (event.kind == EventKind::ThreadCreate)
      learn(static_cast<std::uint16_t>(event.value), event.thread);
    else if (event.kind == EventKind::ThreadJoin)
      learn(event.thread, static_cast<std::uint16_t>(event.value));
    else if (event.kind == EventKind::Free)
      freeBlock(event);
    else if (isRead(event.kind) || isWrite(event.kind))
      access(event.thread, event.location, isWrite(event.kind));
  }

  // Freeing a block that is contended in one part concerns the other threads.
  void spread(const std::vector<std::uint32_t>& locations) {
    if (!std::ranges::any_of(locations, [&](auto i) { return contended_[i]; }))
      return;
    for (const auto i : locations) {
      if (trace_.locations[i].offset <= 0)
        contended_[i] = true;
    }
  }

  // `who` now knows everything that `from` knows.
  void learn(std::uint16_t who, std::uint16_t from) {
    Clock& clock = clocks_[who];
    for (const auto& [thread, time] : clocks_[from])
      clock[thread] = std::max(clock[thread], time);
  }

  void freeBlock(const Event& event) {
    if (event.location >= trace_.locations.size())
      return;
    const auto block = blocks_.find(blockOf(trace_.locations[event.location]));
    if (block == blocks_.end())
      return;
    for (const auto location : block->second)
      access(event.thread, location, true);
  }

  void access(std::uint16_t thread, std::uint32_t location, bool writes) {
    if (location == 0 || location >= last_.size())
      return;
    Clock& clock = clocks_[thread];
    for (const auto& [other, last] : last_[location]) {
      const std::uint64_t conflicting = writes ? std::max(last.read, last.write) : last.write;
      if (other != thread && conflicting > clock[other])
        contended_[location] = true;
    }
    LastAccess& mine = last_[location][thread];
    (writes ? mine.write : mine.read) = clock[thread];
  }

  const model::Trace& trace_;
  std::map<std::uint16_t, Clock> clocks_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> blocks_; // locations in each heap block
  std::vector<std::map<std::uint16_t, LastAccess>> last_;      // by location
  std::vector<bool> contended_;
};

} // namespace

std::vector<bool> contendedLocations(const model::Trace& trace) {
  return Contention(trace).run();
}

} // namespace heddle::explain
