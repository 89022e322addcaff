// SPDX-License-Identifier: Apache-2.0
// The hooks of memory accesses. The fast path, an access to memory that only this thread has touched so far, is a
// handful of instructions; everything else goes through sharedAccess.
#include <cstring>

#include "runtime/call_lanes.h"
#include "runtime/event_stream.h"
#include "runtime/failure.h"
#include "runtime/hooks.h"
#include "runtime/memory/arena.h"
#include "runtime/oracle/lock_misuse.h"
#include "runtime/races/race_detector.h"
#include "runtime/races/sharing.h"
#include "runtime/scheduler.h"
#include "runtime/system/real_calls.h"

namespace heddle::runtime {

namespace {

constexpr std::uintptr_t kNullPages = 0x10000; // below: a null pointer plus an offset

void checkAddress(std::uintptr_t address, std::size_t size, bool isWrite) {
  if (isInArena(address)) {
    if (HEDDLE_UNLIKELY(!isValidRange(address, size)))
      failInvalidAccess(address, size, isWrite);
    return;
  }
  if (HEDDLE_UNLIKELY(address < kNullPages))
    failAt(FailureKind::Crash, address, MessageId::NullAccess, {isWrite ? "write" : "read", size});
  // The system heap, at the end, contains the memory that libc returns (getline, realpath, ...).
  if (HEDDLE_UNLIKELY(address >= kEngineMemory && address < kSystemHeap))
    failAt(FailureKind::Crash, address, MessageId::WildAccess, {isWrite ? "write" : "read", size});
}

std::uint64_t readValue(std::uintptr_t address, std::size_t size) {
  std::uint64_t value = 0;
  if (size <= sizeof value)
    std::memcpy(&value, reinterpret_cast<const void*>(address), size);
  return value;
}

struct Operation {
  EventKind kind;
  const abi::SiteRecord* site;
  std::uintptr_t address;
  std::size_t size;
  bool isWrite;
  bool isAtomic;
  const std::uint64_t* expected = nullptr; // of a compare-exchange: it only reads if it fails
};

// Marks every granule of the range as touched. The result is at least kFirstCellWord if one of them is shared, and
// has kContended if one is contended.
std::uint32_t touchRange(std::uintptr_t address, std::size_t size) {
  std::uint32_t touched = 0;
  forEachFollowedPart(address, size, [&](std::uintptr_t low, std::uintptr_t high) {
    for (std::uintptr_t a = low & ~std::uintptr_t{7}; a < high; a += kGranule)
      if (std::uint32_t word = shareGranule(a); word >= kFirstCellWord)
        touched |= word;
  });
  return touched;
}

void checkRaces(const Operation& operation) {
  if (!mayRace())
    return;
  forEachFollowedPart(
      operation.address, operation.size, [&](std::uintptr_t address, std::uintptr_t end) {
        while (address < end) {
          std::uintptr_t next = (address | 7) + 1;
          auto size = static_cast<unsigned>((next < end ? next : end) - address);
          if (std::uint32_t& word = sharingOf(address); word >= kFirstCellWord)
            checkAccess(word,
                        {address, size, operation.isWrite, operation.isAtomic, operation.site});
          address = next;
        }
      });
}

// Everything an access can lead to before it happens. Returns false if no other thread can see the access.
[[gnu::noinline]] bool sharedAccess(const Operation& operation) {
  if (!engine.inSubject)
    return false;
  countEvent();
  exec.lastSite = operation.site;
  checkAddress(operation.address, operation.size, operation.isWrite);
  if (engine.options.callCoverage)
    return coverAccess(operation.kind,
                       operation.site,
                       operation.address,
                       operation.size,
                       operation.isWrite,
                       operation.isAtomic);
  std::uint32_t touched = touchRange(operation.address, operation.size);
  if (touched == 0 && !operation.isAtomic)
    return false;
  bool isVisible = operation.isAtomic || (touched & kContended) != 0;
  if (isVisible) {
    schedulingPoint(operation.kind,
                    operation.site,
                    operation.address,
                    operation.isWrite,
                    static_cast<std::uint32_t>(operation.size));
    if (isInArena(operation.address) &&
        HEDDLE_UNLIKELY(!isValidRange(operation.address, operation.size)))
      failInvalidAccess(operation.address, operation.size, operation.isWrite);
  }
  if (operation.expected != nullptr &&
      readValue(operation.address, operation.size) != *operation.expected) {
    Operation failing = operation;
    failing.isWrite = false;
    checkRaces(failing);
  } else {
    checkRaces(operation);
  }
  return isVisible;
}

// The same for the common case: an access inside one granule that is known to be shared.
[[gnu::always_inline]] inline bool sharedGranuleAccess(EventKind kind,
                                                       const abi::SiteRecord* site,
                                                       std::uintptr_t address,
                                                       std::uint32_t& word) {
  bool isWrite = kind == EventKind::Store;
  countEvent();
  exec.lastSite = site;
  if (isInArena(address) && HEDDLE_UNLIKELY(!isValidInGranule(address, site->size)))
    failInvalidAccess(address, site->size, isWrite);
  bool isVisible = (word & kContended) != 0;
  if (isVisible && offersPoints()) {
    schedulingPoint(kind, site, address, isWrite, site->size);
    if (isInArena(address) && HEDDLE_UNLIKELY(!isValidInGranule(address, site->size)))
      failInvalidAccess(address, site->size, isWrite);
  }
  if (mayRace())
    checkAccess(word, {address, site->size, isWrite, false, site});
  return isVisible;
}

inline bool
isSharedGranuleAccess(const abi::SiteRecord* site, std::uintptr_t address, std::uint32_t word) {
  return word >= kFirstCellWord && (address & 7) + site->size <= kGranule && engine.inSubject &&
         address >= kNullPages;
}

// True if the access is private and nothing else has to be done.
inline bool isPrivateAccess(const abi::SiteRecord* site, std::uintptr_t address) {
  if (HEDDLE_UNLIKELY(sharingOf(address) != engine.ownerTag ||
                      (address & 7) + site->size > kGranule))
    return false;
  if (isInArena(address) && HEDDLE_UNLIKELY(!isValidInGranule(address, site->size)))
    return false;
  countPrivateEvent();
  exec.lastSite = site;
  return true;
}

} // namespace

void rangeAccess(const abi::SiteRecord* site, const void* pointer, std::size_t size, bool isWrite) {
  if (size == 0)
    return;
  auto address = reinterpret_cast<std::uintptr_t>(pointer);
  EventKind kind = isWrite ? EventKind::RangeWrite : EventKind::RangeRead;
  if (sharedAccess({kind, site, address, size, isWrite, false}))
    emitAccess(kind, site, address, size);
}

bool atomicAccess(EventKind kind,
                  const abi::SiteRecord* site,
                  const void* pointer,
                  std::size_t size,
                  bool isWrite) {
  return sharedAccess({kind, site, reinterpret_cast<std::uintptr_t>(pointer), size, isWrite, true});
}

bool compareExchangeAccess(const abi::SiteRecord* site,
                           const void* pointer,
                           std::uint64_t expected) {
  auto address = reinterpret_cast<std::uintptr_t>(pointer);
  return sharedAccess({EventKind::AtomicCas, site, address, site->size, true, true, &expected});
}

} // namespace heddle::runtime

using namespace heddle::runtime; // NOLINT(google-build-using-namespace): hooks are C functions

namespace {

// A plain access of at most a few words: private, shared inside one granule, or the general case. Returns true if it is
// an event that other threads can see.
[[gnu::always_inline]] inline bool
plainAccess(EventKind kind, const heddle::abi::SiteRecord* site, std::uintptr_t address) {
  if (HEDDLE_LIKELY(isPrivateAccess(site, address)))
    return false;
  std::uint32_t& word = sharingOf(address);
  if (HEDDLE_UNLIKELY(!isSharedGranuleAccess(site, address, word)))
    return sharedAccess({kind, site, address, site->size, kind == EventKind::Store, false});
  return sharedGranuleAccess(kind, site, address, word);
}

// The same guard in the code is used for both kinds of hooks.
bool hearsFunctions() {
  return engine.options.traceFunctions || !engine.tracing;
}
bool hearsBranches() {
  return engine.options.traceBranches && engine.tracing;
}

} // namespace

HEDDLE_INTERPOSE void heddle_rt_load(const heddle::abi::SiteRecord* site, void* pointer) {
  auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (plainAccess(EventKind::Load, site, address) && HEDDLE_UNLIKELY(engine.tracing))
    deliverEvent({.kind = EventKind::Load,
                  .hasValue = site->size <= 8,
                  .size = site->size,
                  .site = site,
                  .address = address,
                  .value = readValue(address, site->size)});
}

HEDDLE_INTERPOSE void
heddle_rt_store(const heddle::abi::SiteRecord* site, void* pointer, std::uint64_t value) {
  auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (plainAccess(EventKind::Store, site, address) && HEDDLE_UNLIKELY(engine.tracing))
    deliverEvent({.kind = EventKind::Store,
                  .hasValue = site->size <= 8,
                  .size = site->size,
                  .site = site,
                  .address = address,
                  .value = value,
                  .previous = readValue(address, site->size)});
}

HEDDLE_INTERPOSE void
heddle_rt_range_read(const heddle::abi::SiteRecord* site, void* pointer, std::uint64_t size) {
  rangeAccess(site, pointer, size, false);
}

HEDDLE_INTERPOSE void
heddle_rt_range_write(const heddle::abi::SiteRecord* site, void* pointer, std::uint64_t size) {
  rangeAccess(site, pointer, size, true);
}

HEDDLE_INTERPOSE void heddle_rt_tick(const heddle::abi::SiteRecord* site) {
  // A loop that only uses locals may be long without being endless: 4 iterations count as one event.
  if ((++exec.ticks & 3) != 0 || !engine.inSubject)
    return;
  exec.lastSite = site;
  if (engine.options.everyAccessIsAPoint) {
    countEvent();
    schedulingPoint(EventKind::Yield, nullptr, 0, false); // a fair turn may have ended here
  } else {
    countPrivateEvent();
  }
}

HEDDLE_INTERPOSE void heddle_rt_scope_end(void* pointer, std::uint64_t size) {
  if (engine.inSubject)
    judgeLocksIn(reinterpret_cast<std::uintptr_t>(pointer), size, MessageId::HeldLockLeftScope);
}

HEDDLE_INTERPOSE void heddle_rt_function_entry(const heddle::abi::SiteRecord* site) {
  if (engine.inSubject && hearsFunctions())
    emitEvent(EventKind::FunctionEntry, site, 0, 0, 0);
}

HEDDLE_INTERPOSE void heddle_rt_function_exit(const heddle::abi::SiteRecord* site) {
  if (engine.inSubject && hearsFunctions())
    emitEvent(EventKind::FunctionExit, site, 0, 0, 0);
}

HEDDLE_INTERPOSE void heddle_rt_branch(const heddle::abi::SiteRecord* site, std::uint8_t outcome) {
  if (engine.inSubject && hearsBranches())
    emitEvent(EventKind::Branch, site, 0, 0, outcome);
}

HEDDLE_INTERPOSE void heddle_rt_indirect_call(const heddle::abi::SiteRecord* site, void* callee) {
  if (engine.inSubject && hearsBranches())
    emitEvent(EventKind::IndirectCall, site, reinterpret_cast<std::uintptr_t>(callee), 0, 0);
}
