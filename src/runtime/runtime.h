// SPDX-License-Identifier: Apache-2.0
// The interface of the runtime towards explore/: runs the subject's main once under a Chooser, with all memory
// as it was at the start, and reports how it ended. Everything here is called on the one OS thread that
// runs all fibers.
//
// Ground rules of this folder (after ThreadSanitizer's): C++ without exceptions, RTTI, static
// constructors and the standard library's run-time part; libc only; no allocation while subject code
// runs except from the runtime's own regions; no other part of src/ is linked.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/abi/graph.h"
#include "runtime/abi/memory_location.h"
#include "runtime/abi/message.h"
#include "runtime/abi/site.h"

namespace heddle::runtime {

using ThreadId = std::uint16_t; // 0 is the subject's main thread, then creation order
inline constexpr ThreadId kNoThread = 0xffff;
inline constexpr unsigned kMaxThreads = 512; // alive and finished, in one execution, before reuse

enum class FailureKind : std::uint8_t {
  None,
#define HEDDLE_FAILURE(name, text) name,
#include "runtime/abi/failure_kinds.def"
#undef HEDDLE_FAILURE
};

enum class EventKind : std::uint8_t {
#define HEDDLE_EVENT(name, text) name,
#include "runtime/abi/event_kinds.def"
#undef HEDDLE_EVENT
};

// A set of threads as bits. Small on purpose: strategies copy and iterate it at every point.
class ThreadSet {
public:
  static constexpr unsigned kWords = kMaxThreads / 64;

  void insert(ThreadId t) {
    size_ += contains(t) ? 0 : 1;
    words_[t / 64] |= bit(t);
  }
  void erase(ThreadId t) {
    size_ -= contains(t) ? 1 : 0;
    words_[t / 64] &= ~bit(t);
  }
  bool contains(ThreadId t) const { return t != kNoThread && (words_[t / 64] & bit(t)) != 0; }
  void clear() { *this = ThreadSet(); }
  unsigned size() const { return size_; }
  bool empty() const { return size_ == 0; }
  // The k-th smallest member. Requires k < size().
  ThreadId nth(unsigned k) const {
    for (unsigned w = 0;; ++w) {
      std::uint64_t word = words_[w];
      auto n = static_cast<unsigned>(__builtin_popcountll(word));
      if (k >= n) {
        k -= n;
        continue;
      }
      while (k-- > 0)
        word &= word - 1;
      return static_cast<ThreadId>(w * 64 + static_cast<unsigned>(__builtin_ctzll(word)));
    }
  }
  ThreadId first() const { return nth(0); }
  // The smallest member greater than `t`, or kNoThread.
  ThreadId next(ThreadId t) const {
    for (unsigned i = t + 1u; i < kMaxThreads; ++i) {
      std::uint64_t word = words_[i / 64] >> (i % 64);
      if (word != 0)
        return static_cast<ThreadId>(i + static_cast<unsigned>(__builtin_ctzll(word)));
      i |= 63;
    }
    return kNoThread;
  }

private:
  static std::uint64_t bit(ThreadId t) { return 1ULL << (t % 64); }
  std::uint64_t words_[kWords] = {};
  unsigned size_ =
      0; // kept, because random needs it at every point and eight popcounts cost more than the rest
};

// What a thread will do when it is chosen next. It is known at every scheduling point for every enabled
// thread, because threads stop *before* the operation. For a thread that has not started yet, the
// kind is ThreadStart; for one that only has to return from a wait, it is Woken; both have no address.
struct PendingOperation {
  // Of the access or, for a modelled library call, of the call (SiteKind::SyncCall); null if code that is not instrumented
  // made it. A notified wait that reacquires its mutex has the site of the wait.
  const abi::SiteRecord* site;
  std::uintptr_t address; // object or memory; 0 when none
  EventKind kind;
  bool isWrite;           // conflicts with any access to `address`; otherwise only with writes
  std::uint32_t size = 0; // bytes of memory from `address` on; 0 for objects
};

// The site of an access; null for a library call.
inline const abi::SiteRecord* accessSite(const PendingOperation& operation) {
  const abi::SiteRecord* site = operation.site;
  bool isCall = site != nullptr && site->kind == static_cast<std::uint8_t>(abi::SiteKind::SyncCall);
  return isCall ? nullptr : site;
}

struct SchedulingPoint {
  // Threads that may run next. Includes sleeping and timed-waiting threads whose deadline may pass
  // now; choosing such a thread makes its wait time out. Never empty.
  const ThreadSet& enabled;
  unsigned enabledCount; // its size
  ThreadId current;      // the thread that ran last; may be blocked or finished
  bool currentEnabled;   // choosing another thread although this holds is a preemption
  bool currentYields;    // current called yield: it is excluded from `enabled` if others exist
  std::uint64_t step;    // scheduling points so far in this execution
  std::uint32_t segmentEvents;     // events `current` has entered since it was last switched to
  const PendingOperation* pending; // indexed by ThreadId
};

// Choices other than which thread runs next.
enum class ChoiceKind : std::uint8_t {
  Waiter, // which of several waiting threads a notification wakes
};

struct Choice {
  ChoiceKind kind;
  unsigned count;          // options, at least 2
  const ThreadId* threads; // Waiter: the options, in order of arrival
};

// Decides everything that the program does not decide. Called on the subject's stacks.
class Chooser {
public:
  // Returns a member of point.enabled or, if the current thread yields, the current thread.
  virtual ThreadId choose(const SchedulingPoint& point) = 0;
  // Returns the index of an option.
  virtual unsigned pick(const Choice& choice) = 0;

protected:
  ~Chooser() = default;
};

inline constexpr unsigned kMaxCallers = 12;
inline constexpr std::uint32_t kNoCall = ~std::uint32_t{0};

struct Event {
  // Events delivered before this one in this execution. A resumed checkpoint goes back to an earlier number; events
  // delivered from there on are discarded.
  std::uint64_t number = 0;
  std::uint64_t step =
      0; // events counted in this execution so far; several delivered ones may share it
  ThreadId thread = 0;
  EventKind kind = EventKind::Load;
  bool hasValue = false;
  bool failed =
      false; // an attempt without effect: a busy lock, a compare-exchange that found another value
  std::uint32_t size =
      0; // bytes accessed, allocated or freed; WakeUp: how many threads could have been chosen
  std::uint32_t call = kNoCall; // of a class harness: lane << 16 | index of the call it is part of
  const abi::SiteRecord* site = nullptr; // null when unknown
  std::uintptr_t address = 0;
  // The value that was read or written, if hasValue. The other thread for create, join, wake-up and time-out. CondWait:
  // the mutex. Once: whether the thread runs the initialiser. Blocked: the EventKind it waits in.
  std::uint64_t value = 0;
  std::uint64_t previous =
      0; // the value that a write of at most eight bytes replaces or a read-modify-write reads
  // Return addresses in the subject, innermost first, without the engine's own. Only with Options::traceCallers.
  unsigned callerCount = 0;
  const std::uintptr_t* callers = nullptr;
};

// Receives the events of an execution.
class EventSink {
public:
  virtual void onEvent(const Event& event) = 0;

protected:
  ~EventSink() = default;
};

// How long an execution may take, in events. explore/execution_limits.h derives them.
struct Limits {
  // From here on random turns overrule the chooser, so that a loop that waits for another thread gets what it
  // waits for before the execution is called endless. kNoLimit in a replay: the schedule says which thread runs.
  std::uint64_t fairAfterEvents = 20'000;
  // The execution is endless if nothing has been completed for this many events of fair turns, times the number of
  // threads that are alive. A thread or a call of a test that ends counts as completed.
  std::uint64_t fairEventsPerThread = 1'000'000;
  std::uint64_t maxEvents = 10'000'000; // endless in any case

  static constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};
};

// How one execution is run.
struct Options {
  bool detectRaces = true;
  bool detectLeaks = false;
  bool reuseHeap = false;
  // Every instrumented access is a scheduling point, not only those to memory that several threads
  // were seen to access. Replay needs this option; it slows exploration down.
  bool everyAccessIsAPoint = false;
  // For strategies that watch what threads do: ask the chooser even if only one thread is enabled, and distinguish
  // threads by the code they start with (threadKind).
  bool askWhenAlone = false;
  // Class harnesses: hash each call's method-call trace (CallRecord::coverage). Plain accesses are then not
  // scheduling points, races are not detected and events are not delivered: for sequential runs.
  bool callCoverage = false;
  // Class harnesses: record which locks calls take while they hold others and, with callCoverage, what they access
  // (calls.h).
  bool watchCalls = false;
  // What a sink receives in addition to accesses and synchronisation. All of it is expensive.
  bool traceCallers = false; // the calling context of each event, and the stacks that reports show
  bool traceFunctions = false; // function entries and exits, throws
  bool traceBranches = false;  // outcomes of branches, callees of indirect calls
  // For long executions: events between these two numbers are not delivered.
  std::uint64_t quietFrom = ~std::uint64_t{0};
  std::uint64_t quietUntil = ~std::uint64_t{0};
  Limits limits;
  // How long a runnable thread may be kept waiting, in virtual time.
  std::uint64_t patienceNanoseconds = 50'000'000;
  // Class harnesses, from the end of the prefix on: how far a reading moves the clock, and what distinguishes the random
  // numbers. Other values show which results depend on them (calls.h).
  std::uint64_t clockStep = 0; // nanoseconds
  std::uint64_t randomSalt = 0;
};

// Options for all executions of a process.
struct ProcessOptions {
  std::size_t arenaBytes = std::size_t{1} << 30;
  std::size_t stackBytes = std::size_t{2} << 20;
  const char* stdinText =
      nullptr; // what the subject reads from standard input; null: reading is unsupported
  std::size_t stdinBytes = 0;
};

inline constexpr unsigned kMaxFrames = 48;

struct StackTrace {
  std::uintptr_t pc[kMaxFrames];
  unsigned depth;
};

// Why a blocked thread is blocked, for deadlock reports.
struct BlockedThread {
  ThreadId thread;
  EventKind operation;    // Lock, CondWait, ThreadJoin, ...
  std::uintptr_t address; // what it waits for
  ThreadId holder;        // the thread that holds it, or kNoThread
};

struct HeldLock {
  ThreadId thread;
  std::uintptr_t address;
  StackTrace acquiredAt; // only filled with Options::traceCallers
};

// Two conflicting accesses not ordered by happens-before. A race does not end the execution.
struct Race {
  std::uintptr_t address;
  ThreadId firstThread, secondThread;
  const abi::SiteRecord* firstSite;
  const abi::SiteRecord* secondSite;
  bool firstIsWrite, secondIsWrite;
  std::uint32_t firstStep, secondStep; // event numbers
  ThreadId
      openFor; // the thread whose next atomic operation tells whether the value is used; or kNoThread
};

// The other event of a memory error.
enum class Relation : std::uint8_t { None, FreedBy, AllocatedBy };

struct Outcome {
  FailureKind kind;            // None: ran to exit
  ThreadId thread;             // the thread that failed
  const abi::SiteRecord* site; // last instrumented site of that thread, may be null
  std::uintptr_t address;      // faulting address or object, 0 when none
  abi::Message message;        // the same in every process
  int exitStatus;              // when kind is None
  bool exitedEarly;            // by exit, _exit or quick_exit while other threads were alive
  bool unsupported;            // `message` names a construct outside the model; kind is None
  bool madeFair;               // the chooser was overruled for fairness: "verified" does not hold
  bool learnedSharing;         // new shared memory was seen: choice points differ from now on
  std::uint64_t events, points, switches;
  std::uint64_t delivered; // events that went to the sink
  unsigned threads;
  StackTrace stack;        // of the failing thread
  StackTrace relatedStack; // where the block was freed or allocated; depth 0 when none
  Relation relation;       // what relatedThread did
  ThreadId relatedThread;
};

// An action of the subject that is outside the model, and its source location.
struct Refusal {
  abi::Message what;
  StackTrace stack;
};
// The first one in any execution of this process, or null. Sizes for which the model lacks room do not count: other
// values of the same calls may need less.
const Refusal* firstRefusal();

// The decisions of the execution that just ran, enough to repeat it: which thread ran for how many events, and
// whether it was still enabled when another thread was chosen.
struct Segment {
  ThreadId thread;
  bool preempted;
  std::uint32_t events;
};

// A choice that Chooser::pick made.
struct Pick {
  ChoiceKind kind;
  std::uint16_t value;   // Waiter: the thread; otherwise the index
  std::uint32_t segment; // the segment in which it was made
};

// ---- life cycle -------------------------------------------------------------------------------

// Prepares memory, fibers and signal handlers. Once, before the first execution. Ends the process with a message when
// this machine lacks something.
void initialise(const ProcessOptions& options);

class CallSource; // calls.h

// A complete execution: it does not depend on anything else, nor on the execution before it.
struct Run {
  static constexpr unsigned kFromStart = ~0u;

  Chooser& chooser;
  const Options& options;
  EventSink* sink =
      nullptr; // receives events; accesses that are not scheduling points do not produce any
  CallSource* calls = nullptr; // class harnesses: must be given
  unsigned checkpoint =
      kFromStart; // where it continues; kFromStart: constructors, main, destructors
};

// The right to run executions. There is one holder at a time. What executions learn about shared memory, and the
// checkpoints they save, belong to the holder: both are gone when another lease is taken.
class Lease {
public:
  Lease();
  ~Lease();
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

  // False once another lease has been taken.
  bool isHeld() const;

  // Restores the world, or a checkpoint, and runs from there. Requires isHeld().
  const Outcome& run(const Run& run) const;

  // An unused checkpoint slot; kept until it is freed or the lease is lost. Requires isHeld().
  unsigned takeSlot() const;
  void freeSlot(unsigned slot) const;

  // Forgets which memory several threads access. Requires isHeld().
  void forgetSharing() const;

private:
  std::uint64_t number_;
};

// Results of the last execution. Valid until the next one.
const Segment* segments(std::size_t* count);
const Pick* picks(std::size_t* count);
const Race* races(std::size_t* count);
const char* output(std::size_t* bytes); // what the subject printed (stdout and stderr, in order)
unsigned blockedThreads(BlockedThread* out, unsigned capacity);
unsigned heldLocks(HeldLock* out, unsigned capacity);
// Stack of a thread that is blocked at the end of a failed execution; depth 0 if it has none.
StackTrace stackOf(ThreadId thread);

// What a pending operation involves besides its address: the thread that a ThreadJoin waits for, and the mutex that the
// CondWait of a thread releases.
ThreadId joinedThread(const PendingOperation& join);
std::uintptr_t releasedMutex(ThreadId waiter);

// Memory and synchronisation objects whose life ended in this execution, in order: freed, destroyed, or left with their
// scope. That is not a scheduling point, but every use must come before it. The guard of an initialisation is among them
// when the initialisation ends: that is not a scheduling point either, and every use of the guard sees it. With
// Options::askWhenAlone; at most kMaxReleases are kept.
struct Release {
  std::uintptr_t address;
  std::size_t size;
};
inline constexpr std::size_t kMaxReleases = std::size_t{1} << 16;
const Release* releases(std::size_t* count);

// Equal for threads that start with the same code: the same function, or the same callable of std::thread, std::async
// and similar. The same in every process. For threads of the running or last execution, with Options::askWhenAlone.
std::uint64_t threadKind(ThreadId thread);

abi::MemoryLocation locate(std::uintptr_t address);

// Hash over (thread, kind, site, address) of every event of the last execution while tracing.
std::uint64_t traceHash();

// ---- checkpoints in mid-execution -----------------------------------------------------------------

// Saves the whole world into `slot`, which comes from the lease. Only inside Chooser::choose and CallSource::nextCall.
// Returns false after saving, and true when the execution has been rolled back to this point (like setjmp: locals are
// restored, what a strategy keeps in its own heap is not).
bool saveCheckpoint(unsigned slot);
std::size_t checkpointSize(unsigned slot); // bytes saved

// Ends the current execution immediately, from inside Chooser::choose or EventSink::onEvent. Its outcome has kind None.
[[noreturn]] void abandonExecution();

// Site ids.
const abi::SiteRecord* siteTable(std::size_t* count);

// The summary graphs of the subject's modules, for static analysis.
const abi::GraphRecord* graphTable(std::size_t* count);

// ---- supplied by the engine library ---------------------------------------------------------------

// Called once by the runtime instead of the subject's main; its result is the process's exit status.
int harnessMain();

} // namespace heddle::runtime
