// SPDX-License-Identifier: Apache-2.0
#include "reproduce/stack_pruning.h"

#include <algorithm>
#include <string>
#include <vector>

#include "support/check.h"
#include "support/hash.h"

namespace heddle::reproduce {

using trace::HeldSpan;

namespace {

using Accesses = std::vector<const DetailedAccess*>;

bool overlaps(const DetailedAccess& one, const DetailedAccess& other) {
  return one.address < other.address + other.size && other.address < one.address + one.size;
}

bool conflict(const DetailedAccess& one, const DetailedAccess& other) {
  return (one.writes || other.writes) && overlaps(one, other);
}

// Those of `one` that conflict with something of `other`.
Accesses conflicting(const CallDetails& one, const CallDetails& other) {
  Accesses found;
  for (const DetailedAccess& access : one.accesses)
    if (std::ranges::any_of(other.accesses,
                            [&](const DetailedAccess& theirs) { return conflict(access, theirs); }))
      found.push_back(&access);
  return found;
}

bool keepsOut(const HeldSpan& span, const std::vector<HeldSpan>& others) {
  return std::ranges::any_of(others, [&](const HeldSpan& other) { return span.excludes(other); });
}

// Whether no lock that is held over both `first` and `last` excludes `between`.
bool fitsBetween(const std::vector<HeldSpan>& first,
                 const std::vector<HeldSpan>& last,
                 const std::vector<HeldSpan>& between) {
  return std::ranges::none_of(first, [&](const HeldSpan& span) {
    return std::ranges::find(last, span) != last.end() && keepsOut(span, between);
  });
}

// The sets of locks under which accesses are made, each once.
std::vector<std::uint32_t> heldSetsOf(const Accesses& accesses) {
  std::vector<std::uint32_t> sets;
  for (const DetailedAccess* access : accesses)
    if (std::ranges::find(sets, access->held) == sets.end())
      sets.push_back(access->held);
  return sets;
}

bool someFitBetween(const CallDetails& outer,
                    const std::vector<std::uint32_t>& outerSets,
                    const CallDetails& inner,
                    const std::vector<std::uint32_t>& innerSets) {
  for (std::uint32_t first : outerSets)
    for (std::uint32_t last : outerSets)
      for (std::uint32_t between : innerSets)
        if (fitsBetween(outer.heldSets[first], outer.heldSets[last], inner.heldSets[between]))
          return true;
  return false;
}

bool touches(const std::vector<MemoryRange>& ranges, const DetailedAccess& access) {
  auto after = std::ranges::upper_bound(ranges, access.address, {}, &MemoryRange::end);
  return after != ranges.end() && after->begin < access.address + access.size;
}

void addCommonMemory(Hasher& hasher, const CallDetails& one, const CallDetails& other) {
  for (std::size_t i = 0; i < one.accesses.size(); ++i)
    if (touches(other.written, one.accesses[i]))
      hasher.add(i);
  hasher.add(one.accesses.size());
}

} // namespace

bool overlap(const std::vector<MemoryRange>& one, const std::vector<MemoryRange>& other) {
  auto a = one.begin();
  auto b = other.begin();
  while (a != one.end() && b != other.end()) {
    if (a->end <= b->begin)
      ++a;
    else if (b->end <= a->begin)
      ++b;
    else
      return true;
  }
  return false;
}

bool failsAlone(const DetailedCall& call) {
  return call.alone.outcome != calls::CallOutcome::Returned &&
         call.alone.outcome != calls::CallOutcome::Blocked;
}

bool reachesPoint(const DetailedCall& call, unsigned targetThread) {
  HEDDLE_CHECK(targetThread < call.details.reaches.size())
      << "thread " << targetThread << " of a stack with at most " << call.details.reaches.size();
  return call.details.reaches[targetThread];
}

bool interferes(const DetailedCall& other, const DetailedCall& crashing) {
  return overlap(other.details.written, crashing.details.readEarly);
}

bool destroys(const DetailedCall& other, const DetailedCall& crashing) {
  return overlap(other.details.destroyed, crashing.details.readEarly);
}

std::size_t changedWords(const DetailedCall& other, const DetailedCall& crashing) {
  const std::vector<MemoryRange>& read = crashing.details.readEarly;
  return static_cast<std::size_t>(
      std::ranges::count_if(other.details.changed, [&](std::uintptr_t word) {
        auto after = std::ranges::upper_bound(read, word, {}, &MemoryRange::end);
        return after != read.end() && after->begin < word + sizeof(std::uint64_t);
      }));
}

std::uint64_t commonUse(const DetailedCall& one, const DetailedCall& other) {
  Hasher hasher;
  addCommonMemory(hasher, one.details, other.details);
  addCommonMemory(hasher, other.details, one.details);
  for (std::uintptr_t lock : one.details.locks)
    hasher.add(std::ranges::binary_search(other.details.locks, lock));
  return hasher.value();
}

bool canInterleave(const DetailedCall& one, const DetailedCall& other) {
  if (!one.details.isComplete || !other.details.isComplete)
    return true;
  std::vector<std::uint32_t> mine = heldSetsOf(conflicting(one.details, other.details));
  std::vector<std::uint32_t> theirs = heldSetsOf(conflicting(other.details, one.details));
  return someFitBetween(one.details, mine, other.details, theirs) ||
         someFitBetween(other.details, theirs, one.details, mine);
}

bool canDeadlock(const DetailedCall& one, const DetailedCall& other) {
  return std::ranges::any_of(one.details.nested, [&](const NestedLocks& locks) {
    return other.details.nested.contains({locks.inner, locks.outer});
  });
}

} // namespace heddle::reproduce
