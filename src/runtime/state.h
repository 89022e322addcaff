// SPDX-License-Identifier: Apache-2.0
// All state of the runtime. `exec` and `fibers` belong to one execution: plain data, reset before it and
// copied by checkpoints. `engine` belongs to the process.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/memory/layout.h"
#include "runtime/runtime.h"

namespace heddle::runtime {

inline constexpr std::uint64_t kNever = ~std::uint64_t{0};

// Clock values of all threads, indexed by ThreadId; entries beyond `size` are 0. Lives in scratch memory.
struct VectorClock {
  std::uint32_t* entries;
  std::uint32_t size;
  std::uint32_t capacity;
};

struct ExitCallback {
  void (*function)(void*);
  void* argument;
  ExitCallback* next;
};

enum class FiberState : std::uint8_t { Unused, Ready, Blocked, Finished };

inline constexpr unsigned kMaxHeldLocks = 32; // nested deeper, the report leaves some out

struct HeldLockRecord {
  std::uintptr_t address;
  std::uint64_t event;          // when it was acquired
  const StackTrace* acquiredAt; // only with traceCallers
  bool shared;                  // by a reader
};

struct CallRecord;

// The atomic operations of a thread that discarded_reads.h needs; in the rings, the latest replace the oldest.
inline constexpr unsigned kDiscardedIntervals = 16;
inline constexpr unsigned kRememberedLoads = 4;
struct AtomicHistory {
  struct Interval {
    std::uint32_t from, to; // steps: values read after `from`, up to `to`, were discarded
  };
  struct Load {
    std::uintptr_t address;
    std::uint64_t value;
    std::uint32_t step;
  };
  std::uint32_t lastWrite; // step of the last one
  std::uint32_t discardedCount;
  std::uint32_t loadCount;
  Interval discarded[kDiscardedIntervals];
  Load loads[kRememberedLoads];
};

struct Fiber {
  void* stackPointer;
  std::uint64_t fsBase; // constant once the slot exists
  FiberState state;
  bool detached;
  bool joined;
  bool timedOut;
  EventKind waitKind; // valid while Blocked
  std::uintptr_t waitObject;
  void* waitMutex;        // of a condition wait
  std::uint64_t deadline; // kNever unless the wait is timed
  std::uint64_t
      waitDeadline; // of the wait it is in, kept while it is ready to see whether the wait is over
  std::uint64_t waitTicket;    // arrival order among waiters
  std::uint64_t readySince;    // virtual time at which it last ran or was woken
  const StackTrace* blockedAt; // only with traceCallers
  void* (*start)(void*);
  void* argument;
  std::uint64_t kind; // thread_kind.h
  void* result;
  ExitCallback* exitCallbacks; // thread_local destructors, newest first
  void** keyValues;            // pthread_setspecific; null until used
  const abi::SiteRecord* lastSite;
  const abi::SiteRecord* operationSite; // of the library call it is in or was in last; may be null
  CallRecord* call;                     // of a class harness: the one it is in, or null (calls.cpp)
  AtomicHistory atomics;
  std::uint32_t clockReadings, draws; // outside calls, from the end of the prefix on
  std::uint64_t signalMask;           // pthread_sigmask (libc/signals.cpp)
  unsigned openRaces;                 // of its own plain reads that are not known to be used yet
  bool syncUnseen;                    // race_detector.h: UnseenSynchronisation
  VectorClock clock;
  VectorClock createdAfter;   // what is ordered before it by creating and joining alone (sharing.h)
  VectorClock acquirePending; // collected by relaxed loads, joined by an acquire fence
  VectorClock releaseFence;   // the clock at the last release fence
  unsigned heldCount;
  HeldLockRecord held[kMaxHeldLocks]; // last: checkpoints leave out unused entries
};

struct Extent {
  std::uint32_t next; // arena offset of the first free byte
  std::uint32_t end;
};

inline constexpr unsigned kSizeClasses = 512; // of 16 bytes each, for --heap reuse

struct KeyTable; // sync/keys.cpp

struct Execution {
  ThreadId current;
  unsigned threads; // fibers used, finished ones included
  unsigned aliveThreads;
  unsigned unjoinedThreads; // created and not joined, whether they have finished or not
  unsigned runnableCount;
  unsigned timedCount; // blocked with a deadline
  ThreadSet runnable;
  std::uint64_t events;
  std::uint64_t eventLimit;
  std::uint64_t segmentStart; // value of `events` when `current` was switched to
  std::uint64_t points;
  std::uint64_t switches;
  std::uint64_t segmentCount;
  std::uint64_t pickCount;
  std::uint64_t releaseCount;
  std::uint64_t ticks;
  std::uint64_t clock; // virtual nanoseconds
  std::uint64_t nextTicket;
  std::uint64_t fairState;   // random state of the fair turns
  std::uint64_t fairTurnEnd; // value of `events` at which the fair turn of `current` is over
  std::uint64_t completedAt; // value of `events` when a thread or a call last ended
  std::uint64_t traceHash;
  std::uint64_t delivered; // events that went to the sink
  const abi::SiteRecord* lastSite;

  std::size_t scratchUsed;
  std::uint32_t blockCount;
  std::uint32_t commonUsed; // arena offset: extents allocated to threads
  std::uint32_t*
      freeBlocks; // --heap reuse: kSizeClasses lists in scratch memory, null until needed

  VectorClock libraryClock; // published by uninstrumented code at thread ends (race_detector.h)
  void* syncTable;          // clocks of synchronisation objects (race_detector.cpp)
  Race* races;              // in scratch memory, null until there is one
  std::size_t raceCount;
  ExitCallback* exitCallbacks; // atexit and static destructors, newest first
  ExitCallback* quickExitCallbacks;
  KeyTable* keys; // in scratch memory, null while they are those from before the execution
  std::size_t outputBytes;
  std::size_t stdinPosition;
  unsigned openFiles;
  void* streamLocks;         // flockfile (libc/stream_locks.cpp)
  void* calls;               // records of a class harness (calls.cpp)
  void* signalActions;       // sigaction (libc/signals.cpp)
  std::uint64_t randomState; // rand() and the like
  bool exiting;              // exit() has begun
  bool madeFair;
  bool learnedSharing;

  // Where each thread allocates. Last: checkpoints leave out the entries of threads that do not exist.
  Extent extents[kMaxThreads];
};

struct Engine {
  ProcessOptions process;
  // Of the running or last execution:
  Options options;
  EventSink* sink; // null: not traced
  Chooser* chooser;
  CallSource* calls;
  // Of the process:
  std::uint64_t lease;      // number of the one that is held; 0: none
  std::uint64_t leases;     // taken so far
  bool executing;           // between the beginning and the end of an execution
  bool inSubject;           // subject code (or a hook below it) is running on a fiber
  bool tracing;             // events go to the sink
  bool keepsStacks;         // tracing, with calling contexts (Options::traceCallers)
  bool listening;           // tracing, or hashing the traces of calls (Options::callCoverage)
  std::uint64_t executions; // begun or resumed so far
  std::uint32_t ownerTag;   // current thread + 1: private granules carry it
  void* engineStackPointer;
  std::uint64_t engineFsBase;
  Outcome outcome;
};

extern Execution exec;
extern Fiber fibers[kMaxThreads];
extern PendingOperation pendingOperations[kMaxThreads];
extern Engine engine;

inline Fiber& currentFiber() {
  return fibers[exec.current];
}

// Memory that lives until the execution ends; zero-filled. Part of every checkpoint.
void* scratchAllocate(std::size_t bytes);

template <typename T>
T* scratchNew(std::size_t count = 1) {
  return static_cast<T*>(scratchAllocate(count * sizeof(T)));
}

} // namespace heddle::runtime
