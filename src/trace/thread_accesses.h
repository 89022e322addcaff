// SPDX-License-Identifier: Apache-2.0
// What one thread does to memory that other threads access, too: the basis for predicting other interleavings. Profiles
// of different threads may come from different executions, so nothing here refers to a trace.
#pragma once

#include <cstdint>
#include <vector>

#include "trace/execution_trace.h"
#include "trace/lock_spans.h"

namespace heddle::trace {

// Other threads whose order relative to an access follows from creating and joining alone.
struct Surroundings {
  runtime::ThreadSet later;   // everything they do comes after it
  runtime::ThreadSet earlier; // everything they do came before it
};

struct ThreadAccess {
  // Where the access is made, enough to recognise it in another execution: the thread is about to do this, at this site
  // with this address, and has done so `occurrence` times before. Freeing a block is not a separate point; it happens
  // with the operation before it and has the position of that operation.
  const abi::SiteRecord* site;
  std::uintptr_t place;
  std::uint32_t occurrence;
  EventIndex event; // of the trace that the profile was made from
  // What it accesses.
  std::uintptr_t address;
  std::uint32_t size;
  bool reads,
      writes; // read-modify-writes do both, and so may a compare-exchange in another interleaving
  bool frees;
  std::uint32_t call;         // runtime::Event::call
  std::uint32_t held;         // index into ThreadAccesses::heldSets
  std::uint32_t surroundings; // index into ThreadAccesses::surroundings

  bool overlaps(const ThreadAccess& other) const {
    return address < other.address + other.size && other.address < address + size;
  }
  bool conflictsWith(const ThreadAccess& other) const {
    return overlaps(other) && (writes || other.writes);
  }
};

struct ThreadAccesses {
  static constexpr std::size_t kMost = 2048; // a longer list loses its end

  runtime::ThreadId thread = 0;
  std::vector<ThreadAccess> accesses;                 // in program order
  std::vector<std::vector<HeldSpan>> heldSets = {{}}; // [0]: none
  std::vector<Surroundings> surroundings;
  std::vector<std::uintptr_t> locks;        // that it took or tried to take, sorted, each once
  std::vector<std::uintptr_t> otherObjects; // conditions, semaphores, ..., likewise
  bool isComplete = true;

  const std::vector<HeldSpan>& held(const ThreadAccess& access) const {
    return heldSets[access.held];
  }
};

// The profile of each thread, by number; threads without events have empty profiles.
std::vector<ThreadAccesses> threadAccesses(const ExecutionTrace& trace);
ThreadAccesses accessesOf(const ExecutionTrace& trace, runtime::ThreadId thread);

// Whether every interleaving of the two behaves like running one after the other: no conflicting access, and at most
// one common synchronisation object, a lock (two locks can be taken in opposite orders).
bool areIndependent(const ThreadAccesses& one, const ThreadAccesses& other);
// Whether they have not even a lock in common.
bool shareNothing(const ThreadAccesses& one, const ThreadAccesses& other);

} // namespace heddle::trace
