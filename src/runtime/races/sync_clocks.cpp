// SPDX-License-Identifier: Apache-2.0
// Clocks of synchronisation objects and atomic locations, in a hash table by address, and the rules by which
// threads publish and join clocks (race_detector.h).
#include <cstring>

#include "runtime/races/discarded_reads.h"
#include "runtime/races/race_detector.h"
#include "runtime/races/vector_clock.h"

namespace heddle::runtime {

namespace {

struct Entry {
  std::uintptr_t address;
  VectorClock clock;
};

struct Table {
  std::uint32_t capacity; // power of two
  std::uint32_t used;
  Entry* entries;
};

constexpr std::uint32_t kFirstCapacity = 16;

std::uint32_t slotOf(std::uintptr_t address, std::uint32_t capacity) {
  return static_cast<std::uint32_t>((address * 0x9e3779b97f4a7c15ULL) >> 40) & (capacity - 1);
}

Entry& findIn(const Table& table, std::uintptr_t address) {
  std::uint32_t i = slotOf(address, table.capacity);
  while (table.entries[i].address != 0 && table.entries[i].address != address)
    i = (i + 1) & (table.capacity - 1);
  return table.entries[i];
}

void growTable(Table& table) {
  Table larger{table.capacity * 2, table.used, scratchNew<Entry>(std::size_t{table.capacity} * 2)};
  for (std::uint32_t i = 0; i < table.capacity; ++i)
    if (table.entries[i].address != 0)
      findIn(larger, table.entries[i].address) = table.entries[i];
  table = larger;
}

Table& table() {
  if (exec.syncTable == nullptr) {
    auto* fresh = scratchNew<Table>();
    *fresh = {kFirstCapacity, 0, scratchNew<Entry>(kFirstCapacity)};
    exec.syncTable = fresh;
  }
  return *static_cast<Table*>(exec.syncTable);
}

// The clock of an object, null if no thread has published anything there.
VectorClock* findClock(std::uintptr_t address) {
  if (exec.syncTable == nullptr)
    return nullptr;
  Entry& entry = findIn(table(), address);
  return entry.address != 0 ? &entry.clock : nullptr;
}

VectorClock& clockAt(std::uintptr_t address) {
  Table& all = table();
  if (all.used * 2 >= all.capacity)
    growTable(all);
  Entry& entry = findIn(all, address);
  if (entry.address == 0) {
    entry.address = address;
    ++all.used;
  }
  return entry.clock;
}

bool isAcquire(abi::MemoryOrder order) {
  return order == abi::MemoryOrder::Acquire || order >= abi::MemoryOrder::AcquireRelease;
}

bool isRelease(abi::MemoryOrder order) {
  return order >= abi::MemoryOrder::Release;
}

void publish(VectorClock& at, abi::MemoryOrder order) {
  Fiber& fiber = currentFiber();
  if (isRelease(order)) {
    joinClock(at, fiber.clock);
    advanceClock(fiber.clock, exec.current);
  } else {
    joinClock(at, fiber.releaseFence);
  }
}

void takeOver(const VectorClock& from, abi::MemoryOrder order) {
  Fiber& fiber = currentFiber();
  joinClock(isAcquire(order) ? fiber.clock : fiber.acquirePending, from);
}

} // namespace

void growClock(VectorClock& clock, std::uint32_t size) {
  if (size > clock.capacity) {
    std::uint32_t capacity =
        size <= 8 ? 8 : static_cast<std::uint32_t>(roundUp(size + size / 2, 8));
    auto* entries = scratchNew<std::uint32_t>(capacity);
    if (clock.size != 0)
      std::memcpy(entries, clock.entries, clock.size * sizeof(std::uint32_t));
    clock.entries = entries;
    clock.capacity = capacity;
  }
  clock.size = size;
}

void acquire(const void* object) {
  if (!engine.options.detectRaces)
    return;
  if (const VectorClock* clock = findClock(reinterpret_cast<std::uintptr_t>(object)))
    joinClock(currentFiber().clock, *clock);
}

void release(const void* object) {
  if (!engine.options.detectRaces)
    return;
  publish(clockAt(reinterpret_cast<std::uintptr_t>(object)), abi::MemoryOrder::Release);
}

UnseenSynchronisation::UnseenSynchronisation(bool unseen)
    : unseen_(unseen && engine.options.detectRaces) {
  if (!unseen_)
    return;
  currentFiber().syncUnseen = true;
  publish(exec.libraryClock, abi::MemoryOrder::Release);
}

UnseenSynchronisation::~UnseenSynchronisation() {
  if (!unseen_)
    return;
  publish(exec.libraryClock, abi::MemoryOrder::Release);
  currentFiber().syncUnseen = false;
}

namespace {

// An access of eight bytes meets two atomics of four: std::shared_ptr reads both of its counts so, and changes one at a
// time. The clock of the second is its own; null if there is none.
VectorClock* secondHalf(std::uintptr_t address, std::size_t size) {
  constexpr std::size_t kHalf = 4;
  return size == 2 * kHalf ? findClock(address + kHalf) : nullptr;
}

void takeOverAt(std::uintptr_t address, std::size_t size, abi::MemoryOrder order) {
  if (const VectorClock* clock = findClock(address))
    takeOver(*clock, order);
  if (const VectorClock* clock = secondHalf(address, size))
    takeOver(*clock, order);
  if (exec.libraryClock.size != 0)
    takeOver(exec.libraryClock, order);
}

} // namespace

void atomicLoaded(std::uintptr_t address, std::size_t size, abi::MemoryOrder order) {
  if (!engine.options.detectRaces)
    return;
  takeOverAt(address, size, order);
}

void compareExchangeFailed(std::uintptr_t address, std::size_t size, abi::MemoryOrder order) {
  if (!engine.options.detectRaces)
    return;
  takeOverAt(address, size, order);
  noteFailedCompareExchange();
}

void atomicStored(std::uintptr_t address, std::size_t size, abi::MemoryOrder order) {
  if (!engine.options.detectRaces)
    return;
  noteAtomicWrite();
  if (VectorClock* clock = secondHalf(address, size)) {
    clearClock(*clock);
    publish(*clock, order);
  }
  bool publishes = isRelease(order) || currentFiber().releaseFence.size != 0;
  if (!publishes && findClock(address) == nullptr)
    return;
  VectorClock& clock = clockAt(address);
  clearClock(clock);
  publish(clock, order);
}

void atomicModified(std::uintptr_t address, std::size_t size, abi::MemoryOrder order) {
  if (!engine.options.detectRaces)
    return;
  if (VectorClock* half = secondHalf(address, size)) {
    takeOver(*half, order);
    publish(*half, order);
  }
  VectorClock& clock = clockAt(address);
  takeOver(clock, order);
  if (exec.libraryClock.size != 0)
    takeOver(exec.libraryClock, order);
  noteAtomicWrite();
  publish(clock, order);
}

void fenced(abi::MemoryOrder order) {
  if (!engine.options.detectRaces)
    return;
  Fiber& fiber = currentFiber();
  if (isAcquire(order))
    joinClock(fiber.clock, fiber.acquirePending);
  if (isRelease(order)) {
    joinClock(fiber.releaseFence, fiber.clock);
    advanceClock(fiber.clock, exec.current);
  }
}

} // namespace heddle::runtime
