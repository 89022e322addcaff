// SPDX-License-Identifier: Apache-2.0
// What an execution does in detail: memory it touches, locks it holds meanwhile, and whether it comes to the point of
// failure of a stack.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "explore/access_trace.h"
#include "runtime/runtime.h"
#include "synthesize/target_place.h"

namespace heddle::synthesize {

inline constexpr unsigned kMostTargetThreads = 4;

// Bytes from `begin` to `end`, without.
struct MemoryRange {
  std::uintptr_t begin, end;
  bool operator==(const MemoryRange&) const = default;
};

struct DetailedAccess {
  std::uintptr_t address;
  std::uint64_t size;
  bool reads, writes; // freeing a block writes it
  std::uint32_t held; // index into CallDetails::heldSets
  bool early;         // first made before the call came to the point of failure for the last time
};

// `inner` was taken while `outer` was held.
struct NestedLocks {
  std::uintptr_t outer, inner;
  auto operator<=>(const NestedLocks&) const = default;
};

// Where a thread is, seen from the point of failure of a stack. Near: in a function that the failing one calls, and what it
// did last before was on another line; calls themselves leave no trace, so it may be the right one.
enum class Presence : std::uint8_t { Elsewhere, Near, There };

// Of one call that ran alone. Memory of its own (its stack, blocks it allocates) is left out.
struct CallDetails {
  std::vector<DetailedAccess> accesses; // each address, size and set of locks once
  std::vector<std::vector<explore::HeldSpan>> heldSets = {{}}; // [0]: none
  // Disjoint, by address. What it destroys is written too: blocks that it frees, pointers that it makes null.
  std::vector<MemoryRange> readEarly, written, destroyed;
  std::vector<std::uintptr_t> changed; // words that have another value afterwards, by address
  std::set<NestedLocks> nested;
  std::array<bool, kMostTargetThreads> reaches{}; // by thread of the target
  std::uint64_t coverage = 0;                     // hash of the method-call trace
  std::uint64_t effect =
      0; // hash of what it leaves in memory: numbers, and whether pointers are null
  std::size_t sitesAtPoint = 0; // of TargetPlace::sitesAtPoint, those that it executes
  bool isComplete = true;
};

// Hears every event of an execution (Options::trace and everyAccessIsAPoint). Reused for all executions.
class CallRecorder final : public runtime::EventSink {
public:
  static constexpr std::size_t kMostAccesses = 4096; // distinct ones of a call

  explicit CallRecorder(std::vector<TargetPlace>& places) : places_(places) {}

  // A new execution begins: forgets all. Only the stacks of threads are followed until the call.
  void beginExecution();
  // The call that is wanted begins.
  void beginCall();
  void onEvent(const runtime::Event& event) override;

  // The call has come back: what it wrote is there to be read.
  void endCall();
  CallDetails finish();
  // Whether `thread` is now at the point of failure of a stack of the target; `site` is where it was last.
  Presence presence(unsigned place, runtime::ThreadId thread, const abi::SiteRecord* site) const;
  // Whether it has been there at any time in this execution.
  bool hasBeenAt(unsigned place, runtime::ThreadId thread) const;

private:
  struct Frame {
    const char* function;
    bool isLibrary;
    std::uint32_t line = 0; // last seen in it
    std::array<std::uint8_t, kMostTargetThreads> matched{};
    std::array<bool, kMostTargetThreads> isPoint{};
  };
  struct Lock {
    explore::HeldSpan span;
    unsigned depth;
  };
  struct Thread {
    std::vector<Frame> stack;
    std::vector<Lock> held;
    std::array<bool, kMostTargetThreads> beenAt{};
    std::uint32_t heldSet = 0;
  };
  struct Key {
    std::uintptr_t address;
    std::uint64_t sizeAndKind;
    std::uint32_t held;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };

  Thread& threadOf(const runtime::Event& event);
  void enter(Thread& thread, const abi::SiteRecord& site);
  void leave(Thread& thread, const char* function);
  void visit(Thread& thread, const abi::SiteRecord& site);
  void arrive(Thread& thread);
  void noteAccess(const runtime::Event& event, Thread& thread);
  void noteFree(const runtime::Event& event, Thread& thread);
  void noteBytes(
      std::uintptr_t address, std::uint64_t size, bool reads, bool writes, std::uint32_t held);
  void take(Thread& thread, std::uintptr_t lock, bool shared);
  void give(Thread& thread, std::uintptr_t lock);
  void renewSpans(Thread& thread);
  void keepHeld(Thread& thread);
  bool isOwn(std::uintptr_t address);
  bool isFreed(std::uintptr_t address) const;
  void keepOld(std::uintptr_t address, std::uint64_t size);
  void noteChanged();

  std::vector<TargetPlace>& places_;
  std::vector<Thread> threads_;
  bool inCall_ = false;
  std::uint32_t spans_ = 0;
  std::uint64_t number_ = 0;  // accesses of the call so far
  std::uint64_t pointAt_ = 0; // of these, when the point of failure was met last
  CallDetails details_;
  std::vector<std::uint64_t> firstNumbers_; // parallel to the accesses
  std::unordered_map<Key, std::size_t, KeyHash> known_;
  std::set<const abi::SiteRecord*> sitesAtPoint_;
  std::vector<MemoryRange> freed_;                   // by the call
  std::vector<MemoryRange> allocated_;               // by the call
  std::map<std::uintptr_t, std::uint64_t> old_;      // words before the call wrote them, by address
  std::unordered_map<std::uintptr_t, bool> isStack_; // by page, for the whole run
};

} // namespace heddle::synthesize
