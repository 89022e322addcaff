// SPDX-License-Identifier: Apache-2.0
// Data races by happens-before, after FastTrack (Flanagan, Freund: PLDI 2009), per byte and without its loss of
// read history: each shared granule keeps every access that a later one could still race with.
//
// The C++20 memory model's synchronises-with: release stores and fences publish the thread's clock at the atomic
// object, read-modify-writes carry a release sequence on, any other store starts anew; acquire loads and fences
// take it over. Locks, condition variables, join etc. call acquire() and release() on their object.
//
// Which memory is shared is learned (sharing.h); private memory costs nothing here.
#pragma once

#include <cstdint>

#include "runtime/state.h"

namespace heddle::runtime {

struct Access {
  std::uintptr_t address;
  unsigned size; // within one granule
  bool isWrite;
  bool isAtomic;
  const abi::SiteRecord* site;
};

// Whether an access of current can race with another. It cannot while every other thread there was has been joined:
// current comes after all that they did, and before all that later ones will do. So it need not be remembered either. A
// test of a class begins and ends like this, with its prefix and its epilogue.
inline bool mayRace() {
  return engine.options.detectRaces && exec.unjoinedThreads != 0;
}

// Checks the access against the history of its granule, whose sharing word this is, and adds it.
void checkAccess(std::uint32_t& word, const Access& access);

// Current frees this memory: the granules that another thread may meet before or after are contended from now on.
void noteFree(std::uintptr_t address, std::size_t size);

// Current's reads after step `from` are known to be thrown away, or used (discarded_reads.h): settles its open races.
void settleOpenRaces(std::uint32_t from, bool discarded);

// Forgets the history of reused memory.
void forgetAccesses(std::uintptr_t address, std::size_t size);

void acquire(const void* object);
void release(const void* object);

void atomicLoaded(std::uintptr_t address, abi::MemoryOrder order);
void compareExchangeFailed(std::uintptr_t address, abi::MemoryOrder order);
void atomicStored(std::uintptr_t address, abi::MemoryOrder order);
void atomicModified(std::uintptr_t address, abi::MemoryOrder order);
void fenced(abi::MemoryOrder order);

// Code of a library without hooks runs on current and synchronises by atomics that are not seen
// (std::promise::set_value_at_thread_exit makes a value ready and drops the last reference this way). Lives around
// it: meanwhile current comes after all that others have done, and every acquire after it comes after current.
class UnseenSynchronisation {
public:
  explicit UnseenSynchronisation(bool unseen);
  ~UnseenSynchronisation();
  UnseenSynchronisation(const UnseenSynchronisation&) = delete;
  UnseenSynchronisation& operator=(const UnseenSynchronisation&) = delete;

private:
  bool unseen_;
};

void threadCreated(ThreadId child);
void threadJoined(ThreadId child);
void mainThreadStarts();

// Cells persist over executions (addresses are stable); their content does not.
std::uint32_t newCell();
void forgetCells(); // all of them: no granule has one any more
std::uint32_t cellCount();
void saveCells(void* to);
void restoreCells(const void* from, std::uint32_t count);
std::size_t cellBytes(std::uint32_t count);
void beginRaceExecution();

} // namespace heddle::runtime
