// SPDX-License-Identifier: Apache-2.0
// Why an execution failed, as an order of accesses of two threads: the ordered concurrent access-pairs of Chen, "Guided Testing of
// Concurrent Programs Using Value Schedules" (2009), section 3.3. Data; report/words/pair_text.h has the words.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/forms/enum_names.h"
#include "model/source_place.h"
#include "model/step.h"

namespace heddle::model {

// What the order is about. The comment lists OrderedPair::accesses.
enum class PairKind : std::uint8_t {
  Between,         // first of A, one of B to the same memory, next of A
  AroundTwo,       // A reads x, B writes x, B writes y, A reads y
  InsideTwo,       // A writes x, B reads x, B reads y, A writes y
  Unfinished,      // A writes, B reads; A was preempted in between and did not run again
  Before,          // A reads, B writes
  FreedBetween,    // A reads a pointer, B frees what it points to, A uses it
  FreedBefore,     // B frees, A reads a pointer to it, A uses it
  LockCycle,       // for each thread: it locks, it waits for what the next one has locked
  LockedWait,      // A locks, A waits for a notification, B waits for the lock
  Unannounced,     // A reads, A waits, B writes the same memory; no notification follows
  NotifiedBefore,  // B notifies, A waits
  NotifiedBetween, // A reads, B writes the same memory, B notifies, A waits
  Barging,         // A waits, B notifies A, C locks before A has the lock back
  WokeOther,       // A waits, C waits elsewhere, B notifies C
};
template <>
struct EnumNames<PairKind> {
  static constexpr std::array<std::string_view, 14> kNames = {"between",
                                                              "around-two",
                                                              "inside-two",
                                                              "unfinished",
                                                              "before",
                                                              "freed-between",
                                                              "freed-before",
                                                              "lock-cycle",
                                                              "locked-wait",
                                                              "unannounced",
                                                              "notified-before",
                                                              "notified-between",
                                                              "barging",
                                                              "woke-other"};
};

// The type of its access-pairs in the thesis: R read or written memory, W wait, M mutex, N notification.
constexpr std::string_view pairType(PairKind kind) {
  switch (kind) {
  case PairKind::Between:
  case PairKind::AroundTwo:
  case PairKind::InsideTwo:
  case PairKind::Unfinished:
  case PairKind::Before:
  case PairKind::FreedBetween:
  case PairKind::FreedBefore:
    return "RW";
  case PairKind::LockCycle:
  case PairKind::LockedWait:
    return "MM";
  case PairKind::Unannounced:
  case PairKind::NotifiedBefore:
  case PairKind::NotifiedBetween:
    return "WN";
  case PairKind::Barging:
    return "WM";
  case PairKind::WokeOther:
    return "WW";
  }
  return "";
}

struct PairedAccess {
  std::uint64_t step = 0; // event number in the execution
  std::uint16_t thread = 0;
  StepKind kind = StepKind::None;
  ObjectIndex object = 0;
  SourcePlace place;
  bool operator==(const PairedAccess&) const = default;
};

struct OrderedPair {
  PairKind kind = PairKind::Between;
  std::vector<PairedAccess> accesses;
  bool operator==(const OrderedPair&) const = default;
};

} // namespace heddle::model
