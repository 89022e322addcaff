// SPDX-License-Identifier: Apache-2.0
// Data races by happens-before, after FastTrack (Flanagan, Freund: PLDI 2009), per byte and without losing
// read history: each shared granule keeps every access that a later one could still race with.
//
// Implements synchronises-with of the C++20 memory model: release stores and fences publish the thread's clock at the
// atomic object, read-modify-writes continue a release sequence, any other store starts a new one; acquire loads and
// fences join the published clock. Locks, condition variables, join etc. call acquire() and release() on their object.
//
// heddle learns which memory is shared (sharing.h); private memory costs nothing here.
#pragma once

#include <cstddef>
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

// Whether an access of the current thread can race with another. It cannot while every other thread so far has been
// joined: the current thread comes after everything that they did, and before everything that later ones will do. So
// the access need not be recorded either. A test of a class begins and ends like this, with its prefix and epilogue.
inline bool mayRace() {
  return engine.options.detectRaces && exec.unjoinedThreads != 0;
}

// Checks the access against the history of its granule, whose sharing word this is, and adds it.
void checkAccess(std::uint32_t& word, const Access& access);

// The current thread frees this memory: the granules that another thread may access before or after are contended
// from now on.
void noteFree(std::uintptr_t address, std::size_t size);

// The current thread's reads after step `from` are known to be discarded, or used (discarded_reads.h): settles its open
// races.
void settleOpenRaces(std::uint32_t from, bool discarded);

// Forgets the history of reused memory.
void forgetAccesses(std::uintptr_t address, std::size_t size);

void acquire(const void* object);
void release(const void* object);

void atomicLoaded(std::uintptr_t address, std::size_t size, abi::MemoryOrder order);
void compareExchangeFailed(std::uintptr_t address, std::size_t size, abi::MemoryOrder order);
void atomicStored(std::uintptr_t address, std::size_t size, abi::MemoryOrder order);
void atomicModified(std::uintptr_t address, std::size_t size, abi::MemoryOrder order);
void fenced(abi::MemoryOrder order);

// Code of a library without hooks runs on the current thread and synchronises by atomics that heddle does not see
// (std::promise::set_value_at_thread_exit makes a value ready and drops the last reference this way). While this
// object exists, the current thread comes after everything that others have done, and every later acquire comes after
// the current thread.
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

// Cells persist across executions (addresses are stable); their content does not.
std::uint32_t newCell();
void forgetCells(); // all of them: no granule has one any more
std::uint32_t cellCount();
void saveCells(void* to);
void restoreCells(const void* from, std::uint32_t count);
std::size_t cellBytes(std::uint32_t count);
void beginRaceExecution();

} // namespace heddle::runtime
