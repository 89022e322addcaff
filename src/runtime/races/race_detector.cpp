// SPDX-License-Identifier: Apache-2.0
#include "runtime/races/race_detector.h"

#include <cstring>
#include <initializer_list>

#include "runtime/failure.h"
#include "runtime/races/discarded_reads.h"
#include "runtime/races/sharing.h"
#include "runtime/races/vector_clock.h"
#include "runtime/system/raw_output.h"
#include "runtime/system/real_calls.h"

namespace heddle::runtime {

namespace {

constexpr unsigned kInlineRecords = 3;
constexpr unsigned kMaxRaces = 64; // per execution; more are counted once the first are mended

struct Record {
  std::uint32_t clock;
  std::uint32_t site; // records live below 4 GiB in the subject's image
  std::uint32_t step;
  ThreadId thread;
  std::uint8_t bytes; // mask
  std::uint8_t isWrite : 1;
  std::uint8_t isAtomic : 1;
};
static_assert(sizeof(Record) == 16);

struct Cell {
  std::uint32_t generation; // of the execution the records belong to
  std::uint16_t count;
  std::uint16_t capacity; // of `overflow`
  Record* overflow;       // records beyond the inline ones
  Record inlined[kInlineRecords];

  Record& at(unsigned i) { return i < kInlineRecords ? inlined[i] : overflow[i - kInlineRecords]; }
};
static_assert(sizeof(Cell) == 64);

Cell* const cells = reinterpret_cast<Cell*>(kRaceCells);
std::uint32_t cellsUsed = 1;
std::uint32_t generation;

void removeRecord(Cell& cell, unsigned i) {
  cell.at(i) = cell.at(cell.count - 1u);
  --cell.count;
}

void addRecord(Cell& cell, const Record& record) {
  unsigned i = cell.count;
  if (i >= kInlineRecords + cell.capacity) {
    unsigned capacity = cell.capacity == 0 ? 8 : cell.capacity * 2u;
    auto* larger = scratchNew<Record>(capacity);
    if (cell.capacity != 0)
      std::memcpy(larger, cell.overflow, cell.capacity * sizeof(Record));
    cell.overflow = larger;
    cell.capacity = static_cast<std::uint16_t>(capacity);
  }
  ++cell.count;
  cell.at(i) = record;
}

const Record* readOf(const Record& earlier, const Record& later) {
  for (const Record* record : {&earlier, &later})
    if (!record->isWrite)
      return record;
  return nullptr;
}

[[gnu::cold]] void reportRace(const Record& earlier, const Record& later, std::uintptr_t address) {
  const auto* first =
      reinterpret_cast<const abi::SiteRecord*>(static_cast<std::uintptr_t>(earlier.site));
  const auto* second =
      reinterpret_cast<const abi::SiteRecord*>(static_cast<std::uintptr_t>(later.site));
  for (std::size_t i = 0; i < exec.raceCount; ++i)
    if (exec.races[i].firstSite == first && exec.races[i].secondSite == second)
      return;
  const Record* read = readOf(earlier, later);
  ReadFate fate = read == nullptr ? ReadFate::Used : fateOfRead(read->thread, read->step);
  if (exec.raceCount == kMaxRaces || fate == ReadFate::Discarded)
    return;
  if (exec.races == nullptr)
    exec.races = scratchNew<Race>(kMaxRaces);
  if (fate == ReadFate::Open)
    ++fibers[read->thread].openRaces;
  exec.races[exec.raceCount++] = {address,
                                  earlier.thread,
                                  later.thread,
                                  first,
                                  second,
                                  earlier.isWrite != 0,
                                  later.isWrite != 0,
                                  earlier.step,
                                  later.step,
                                  fate == ReadFate::Open ? read->thread : kNoThread};
  heddle_rt_racing_step();
}

bool isRepetition(const Record& old, const Record& mine) {
  return old.thread == mine.thread && old.clock == mine.clock && (mine.bytes & ~old.bytes) == 0 &&
         old.isWrite >= mine.isWrite && old.isAtomic <= mine.isAtomic;
}

// An atomic read that was executed before a plain write has its value. If the opposite order is possible, an execution
// with that order reveals the race (ADR 13).
bool isReadInTime(const Record& earlier, const Record& later) {
  return earlier.isAtomic && !earlier.isWrite && !later.isAtomic;
}

// A record need not be kept if every later access that races with it also races with `by`.
bool isCoveredBy(const Record& old, const Record& by, bool ordered) {
  if ((old.bytes & ~by.bytes) != 0 || (by.isAtomic && !old.isAtomic))
    return false;
  return ordered && (by.isWrite || (!old.isWrite && old.thread == by.thread));
}

// Whether creating and joining threads alone orders the old access before what the current thread does.
bool isHandedOver(const Record& old) {
  return old.thread == exec.current ||
         old.clock <= clockOf(currentFiber().createdAfter, old.thread);
}

[[gnu::cold]] void comeAfterEverybody() {
  for (unsigned i = 0; i < exec.threads; ++i)
    if (i != exec.current)
      joinClock(currentFiber().clock, fibers[i].clock);
}

void noteFreeOfGranule(std::uintptr_t address) {
  std::uint32_t& word = sharingOf(address);
  if (word == 0 || word == engine.ownerTag || (word & kContended) != 0)
    return;
  Cell& cell = cells[cellOf(shareGranule(address))];
  unsigned count = cell.generation == generation ? cell.count : 0;
  for (unsigned i = 0; i < count; ++i)
    if (!isHandedOver(cell.at(i)))
      contend(word);
}

} // namespace

void checkAccess(std::uint32_t& word, const Access& access) {
  Cell& cell = cells[cellOf(word)];
  if (cell.generation != generation) {
    cell.generation = generation;
    cell.count = 0;
    cell.capacity = 0;
  }
  ThreadId self = exec.current;
  if (HEDDLE_UNLIKELY(fibers[self].syncUnseen))
    comeAfterEverybody();
  const VectorClock& clock = fibers[self].clock;
  unsigned shift = access.address & 7;
  Record mine{clock.entries[self],
              static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(access.site)),
              static_cast<std::uint32_t>(exec.events),
              self,
              static_cast<std::uint8_t>(((1u << access.size) - 1) << shift),
              access.isWrite,
              access.isAtomic};
  // The same thread in the same epoch again, as in most critical sections: nothing new.
  for (unsigned i = 0; i < kInlineRecords && i < cell.count; ++i)
    if (isRepetition(cell.inlined[i], mine))
      return;
  for (unsigned i = 0; i < cell.count;) {
    const Record& old = cell.at(i);
    if ((old.bytes & mine.bytes) == 0) {
      ++i;
      continue;
    }
    bool ordered = old.thread == self || old.clock <= clockOf(clock, old.thread);
    bool conflicts = old.isWrite || mine.isWrite;
    if (!ordered && conflicts && !(old.isAtomic && mine.isAtomic) && !isReadInTime(old, mine))
      reportRace(old, mine, access.address);
    if (conflicts && (word & kContended) == 0 && !isHandedOver(old))
      contend(word);
    if (isCoveredBy(old, mine, ordered))
      removeRecord(cell, i);
    else
      ++i;
  }
  addRecord(cell, mine);
}

void noteFree(std::uintptr_t address, std::size_t size) {
  if (!engine.options.detectRaces || engine.options.callCoverage)
    return;
  forEachFollowedPart(address, size, [](std::uintptr_t low, std::uintptr_t high) {
    for (std::uintptr_t a = low & ~std::uintptr_t{7}; a < high; a += kGranule)
      noteFreeOfGranule(a);
  });
}

void settleOpenRaces(std::uint32_t from, bool discarded) {
  std::size_t kept = 0;
  unsigned open = 0;
  for (std::size_t i = 0; i < exec.raceCount; ++i) {
    Race race = exec.races[i];
    std::uint32_t readStep = race.firstThread == race.openFor ? race.firstStep : race.secondStep;
    bool isSettled = race.openFor == exec.current && readStep > from;
    if (isSettled && discarded)
      continue;
    race.openFor = isSettled ? kNoThread : race.openFor;
    open += race.openFor == exec.current ? 1 : 0;
    exec.races[kept++] = race;
  }
  exec.raceCount = kept;
  currentFiber().openRaces = open;
}

void forgetAccesses(std::uintptr_t address, std::size_t size) {
  for (std::uintptr_t a = address & ~std::uintptr_t{7}; a < address + size; a += kGranule)
    if (std::uint32_t cell = cellOf(sharingOf(a)); cell != 0)
      cells[cell].generation = 0;
}

void mainThreadStarts() {
  VectorClock& clock = fibers[0].clock;
  clock = {};
  setClock(clock, 0, 1);
  fibers[0].createdAfter = {};
  fibers[0].acquirePending = {};
  fibers[0].releaseFence = {};
}

void threadCreated(ThreadId child) {
  if (!engine.options.detectRaces)
    return;
  Fiber& parent = currentFiber();
  Fiber& fiber = fibers[child];
  // A reused slot continues counting, so that the actions of its former thread stay distinguishable.
  std::uint32_t before = exec.threads > child + 1u ? clockOf(fiber.clock, child) : 0;
  fiber.clock = {};
  fiber.createdAfter = {};
  fiber.acquirePending = {};
  fiber.releaseFence = {};
  joinClock(fiber.clock, parent.clock);
  joinClock(fiber.createdAfter, parent.createdAfter);
  setClock(fiber.createdAfter, exec.current, clockOf(parent.clock, exec.current));
  setClock(fiber.clock, child, before + 1);
  advanceClock(parent.clock, exec.current);
}

void threadJoined(ThreadId child) {
  if (!engine.options.detectRaces)
    return;
  Fiber& fiber = fibers[child];
  joinClock(currentFiber().clock, fiber.clock);
  VectorClock& createdAfter = currentFiber().createdAfter;
  joinClock(createdAfter, fiber.createdAfter);
  if (clockOf(createdAfter, child) < clockOf(fiber.clock, child))
    setClock(createdAfter, child, clockOf(fiber.clock, child));
}

std::uint32_t newCell() {
  HEDDLE_RT_CHECK(cellsUsed < kMaxRaceCells);
  return cellsUsed++;
}

void forgetCells() {
  for (std::uint32_t i = 1; i < cellsUsed; ++i)
    cells[i].generation = 0;
  cellsUsed = 1;
}

std::uint32_t cellCount() {
  return cellsUsed;
}
std::size_t cellBytes(std::uint32_t count) {
  return count * sizeof(Cell);
}
void saveCells(void* to) {
  std::memcpy(to, cells, cellBytes(cellsUsed));
}

void restoreCells(const void* from, std::uint32_t count) {
  std::memcpy(cells, from, cellBytes(count));
  for (std::uint32_t i = count; i < cellsUsed; ++i)
    cells[i].generation = 0;
}

void beginRaceExecution() {
  ++generation;
  exec.syncTable = nullptr;
  exec.libraryClock = {};
  exec.races = nullptr;
  exec.raceCount = 0;
}

const Race* races(std::size_t* count) {
  *count = exec.raceCount;
  return exec.races;
}

} // namespace heddle::runtime
