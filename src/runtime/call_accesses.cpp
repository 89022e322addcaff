// SPDX-License-Identifier: Apache-2.0
#include "runtime/call_accesses.h"

#include <cstring>

#include "runtime/held_locks.h"
#include "runtime/memory/arena.h"
#include "runtime/system/modules.h"

namespace heddle::runtime {

namespace {

constexpr std::size_t kMostAccesses = 4096; // of a call; more are left out
constexpr std::size_t kMostGranules = 128;  // of one access; the rest of a long one is left out
constexpr std::size_t kMostSets = 256;
constexpr unsigned kMostInSet = 8;
constexpr std::size_t kSlots = 8192; // twice the accesses: a power of two
constexpr std::size_t kMostNested = 256;

struct HeldSet {
  CallLock locks[kMostInSet];
  unsigned count;
};

// The position of an access in the list, by granule and locks held.
struct Slot {
  std::uint32_t call; // number of the call it belongs to
  std::uint32_t access;
};

CallAccess accesses[kMostAccesses];
std::size_t accessCount;
HeldSet sets[kMostSets];
std::size_t setCount;
bool heldChanged;
Slot slots[kSlots];
std::uint32_t callNumber;
unsigned initialisers;
// Arena offsets: memory that the call allocates follows these.
std::uint32_t extentNext, extentEnd, commonUsed;
NestedLock nested[kMostNested];
std::size_t nestedCount;

// Memory that other calls cannot know because this call allocated it.
bool isFresh(std::uintptr_t address) {
  auto offset = static_cast<std::uint32_t>(address - kArena);
  return (offset >= extentNext && offset < extentEnd) ||
         (offset >= kCommonStart && offset >= commonUsed);
}

bool isWatched(std::uintptr_t address) {
  if (isInArena(address))
    return !isFresh(address) && !engine.options.reuseHeap;
  const SubjectImage& image = subjectImage();
  return address >= image.low && address < image.high;
}

// libstdc++ changes its reference counts (and nothing else) here. For summaries, copying a std::shared_ptr only
// reads it.
bool isReferenceCount(const abi::SiteRecord* site) {
  static const abi::SiteRecord* known[1024];
  static bool answers[1024];
  std::size_t at = reinterpret_cast<std::uintptr_t>(site) / sizeof(abi::SiteRecord) % 1024;
  if (known[at] != site) {
    known[at] = site;
    answers[at] = std::strstr(site->file, "/ext/atomicity.h") != nullptr;
  }
  return answers[at];
}

// Returns kMostSets if there were too many.
unsigned currentSet() {
  if (!heldChanged)
    return static_cast<unsigned>(setCount - 1);
  if (setCount == kMostSets)
    return kMostSets;
  heldChanged = false;
  HeldSet& set = sets[setCount++];
  set.count = 0;
  const Fiber& fiber = currentFiber();
  for (unsigned i = 0; i < fiber.heldCount && set.count < kMostInSet; ++i)
    set.locks[set.count++] = {fiber.held[i].address, fiber.held[i].event, fiber.held[i].shared};
  return static_cast<unsigned>(setCount - 1);
}

CallAccess* accessTo(std::uintptr_t granule, unsigned set, const abi::SiteRecord* site) {
  std::size_t at = (granule / kGranule * 0x9e3779b1u + set) % kSlots;
  for (;; at = (at + 1) % kSlots) {
    if (slots[at].call != callNumber)
      break;
    CallAccess& access = accesses[slots[at].access];
    if (access.granule == granule && access.held == set)
      return &access;
  }
  if (accessCount == kMostAccesses)
    return nullptr;
  slots[at] = {callNumber, static_cast<std::uint32_t>(accessCount)};
  CallAccess& access = accesses[accessCount++];
  access = {granule, 0, 0, static_cast<std::uint16_t>(set), site};
  return &access;
}

LockPlace placeOf(std::uintptr_t lock) {
  for (unsigned i = 0; i < abi::kMaxObjects; ++i) {
    std::uintptr_t object = objectAddress(i);
    if (object != 0 && lock - object < classTable()->objectSize)
      return {static_cast<std::uint8_t>(i), static_cast<std::uint32_t>(lock - object)};
  }
  return {LockPlace::kOutside, 0};
}

} // namespace

void beginCallAccesses() {
  accessCount = 0;
  setCount = 0;
  heldChanged = true;
  initialisers = 0;
  if (++callNumber == 0) {
    std::memset(slots, 0, sizeof slots);
    callNumber = 1;
  }
  const Extent& extent = exec.extents[exec.current];
  bool isUnused = extent.end == 0;
  extentNext = isUnused ? exec.current * kThreadExtent : extent.next;
  extentEnd = isUnused ? extentNext + kThreadExtent : extent.end;
  commonUsed = exec.commonUsed;
}

void noteCallAccess(EventKind kind,
                    const abi::SiteRecord* site,
                    std::uintptr_t address,
                    std::size_t size,
                    bool isWrite) {
  if (currentFiber().call == nullptr || site == nullptr || initialisers > 0 ||
      !isWatched(address) || isReferenceCount(site))
    return;
  bool isRead = !isWrite || kind == EventKind::AtomicRmw || kind == EventKind::AtomicCas;
  unsigned set = currentSet();
  if (set == kMostSets)
    return;
  if (size > kMostGranules * kGranule)
    size = kMostGranules * kGranule;
  for (std::uintptr_t end = address + size; address < end;) {
    std::uintptr_t granule = address & ~std::uintptr_t{kGranule - 1};
    std::uintptr_t next = granule + kGranule < end ? granule + kGranule : end;
    auto mask = static_cast<std::uint8_t>(((1u << (next - address)) - 1) << (address - granule));
    if (CallAccess* access = accessTo(granule, set, site)) {
      access->read |= isRead ? mask : 0;
      if (isWrite && access->written == 0)
        access->site = site;
      access->written |= isWrite ? mask : 0;
    }
    address = next;
  }
}

void noteHeldChange() {
  heldChanged = true;
}

void noteInitialiser(bool begins) {
  if (begins)
    ++initialisers;
  else if (initialisers > 0)
    --initialisers;
}

void noteNestedLock(const void* lock, bool shared) {
  const Fiber& fiber = currentFiber();
  if (fiber.call == nullptr || holdsLock(exec.current, reinterpret_cast<std::uintptr_t>(lock)))
    return;
  LockPlace inner = placeOf(reinterpret_cast<std::uintptr_t>(lock));
  for (unsigned i = 0; i < fiber.heldCount; ++i) {
    if (fiber.held[i].event < fiber.call->firstEvent)
      continue; // from an earlier call
    NestedLock found{fiber.call->call->operation,
                     fiber.call->call->receiver,
                     placeOf(fiber.held[i].address),
                     inner,
                     shared,
                     exec.lastSite};
    bool isKnown = false;
    for (std::size_t k = 0; k < nestedCount && !isKnown; ++k)
      isKnown = nested[k].isLike(found);
    if (!isKnown && nestedCount < kMostNested)
      nested[nestedCount++] = found;
  }
}

const CallAccess* callAccesses(std::size_t* count) {
  *count = accessCount;
  return accesses;
}

bool isHeap(std::uintptr_t address) {
  return isInArena(address);
}

const CallLock* callLocks(unsigned held, unsigned* count) {
  *count = sets[held].count;
  return sets[held].locks;
}

const NestedLock* nestedLocks(std::size_t* count) {
  *count = nestedCount;
  return nested;
}

} // namespace heddle::runtime
