// SPDX-License-Identifier: Apache-2.0
// What one lane of a test does to memory that others touch too, recorded while it runs.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/calls.h"

namespace heddle::explore {

// A lock from when it was taken until it was given back.
struct HeldSpan {
  std::uintptr_t lock;
  std::uint32_t number; // tells two spans of the same lock in one trace apart
  bool shared;          // held by a reader
  bool operator==(const HeldSpan&) const = default;
};

struct LaneAccess {
  const abi::SiteRecord* site;
  std::uintptr_t address;
  std::uint32_t size;
  bool reads, writes;       // read-modify-writes do both
  std::uint32_t call;       // of the lane, from 0
  std::uint32_t occurrence; // earlier accesses of the lane at the same site to the same address
  std::uint32_t held;       // index into LaneTrace::heldSets

  bool overlaps(const LaneAccess& other) const {
    return address < other.address + other.size && other.address < address + size;
  }
  bool conflictsWith(const LaneAccess& other) const {
    return overlaps(other) && (writes || other.writes);
  }
};

struct LaneTrace {
  static constexpr std::size_t kMostAccesses = 2048; // a longer trace loses its end

  std::vector<LaneAccess> accesses;
  std::vector<std::vector<HeldSpan>> heldSets = {{}}; // [0]: none
  std::vector<std::uintptr_t> locks;                  // that it took, sorted, each once
  std::vector<std::uintptr_t> otherObjects;           // conditions, semaphores, ...
  bool isComplete = true;

  const std::vector<HeldSpan>& held(const LaneAccess& access) const {
    return heldSets[access.held];
  }
};

// Whether no interleaving of the two can show anything that one after the other does not: no conflicting access, no
// common synchronisation but one lock at most (two can be taken in opposite orders).
bool areIndependent(const LaneTrace& one, const LaneTrace& other);

// Passes another chooser's decisions on and records what a lane is about to do whenever it is chosen. Goes with
// Options::askWhenAlone.
class AccessTracer final : public runtime::Chooser {
public:
  AccessTracer(runtime::Chooser& inner, unsigned lane) : inner_(inner), lane_(lane) {}

  runtime::ThreadId choose(const runtime::SchedulingPoint& point) override;
  unsigned pick(const runtime::Choice& choice) override { return inner_.pick(choice); }

  // Of the execution just run.
  LaneTrace finish();

private:
  void note(const runtime::PendingOperation& operation);
  void noteAccess(const runtime::PendingOperation& operation);
  void noteHeld(runtime::ThreadId thread);

  runtime::Chooser& inner_;
  unsigned lane_;
  LaneTrace trace_;
  std::vector<HeldSpan> held_; // now
  std::uint32_t spans_ = 0;
  std::uint32_t calls_ = 0;
  std::uintptr_t lockingShared_ = 0; // the lock whose reader's side was asked for last
};

} // namespace heddle::explore
