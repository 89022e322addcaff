// SPDX-License-Identifier: Apache-2.0
// What happened in one execution, as plain data: written by the harness in replay mode, read by the
// CLI to build a Finding. Line-based text form, versioned; see docs/trace-format.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/finding_kind.h"
#include "model/forms/enum_names.h"
#include "model/memory_location.h"
#include "model/message.h"
#include "support/result.h"

namespace heddle::model {

enum class EventKind : std::uint8_t {
#define HEDDLE_EVENT(name, text) name,
#include "runtime/abi/event_kinds.def"
#undef HEDDLE_EVENT
};
template <>
struct EnumNames<EventKind> {
  static constexpr std::array kNames = {
#define HEDDLE_EVENT(name, text) std::string_view(text),
#include "runtime/abi/event_kinds.def"
#undef HEDDLE_EVENT
  };
};
constexpr std::string_view toText(EventKind kind) {
  return nameOf(kind);
}

// The earlier event of a memory error.
enum class Relation : std::uint8_t { None, FreedBy, AllocatedBy };
template <>
struct EnumNames<Relation> {
  static constexpr std::array<std::string_view, 3> kNames = {"none", "freed-by", "allocated-by"};
};

struct Site {
  std::uint32_t id = 0;
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string function; // mangled
  std::string variable; // may be empty
};

struct Event {
  std::uint64_t step = 0;
  std::uint16_t thread = 0;
  EventKind kind = EventKind::Load;
  std::int64_t site = -1;     // Site::id, -1 when unknown
  std::uint32_t location = 0; // index into Trace::locations; 0 is "none"
  std::uint8_t size = 0;
  bool hasValue = false;
  bool isPointer = false;
  // What was read or written. Pointers (`isPointer`): an index into Trace::locations, 0 for null.
  // Threads created, joined, woken: their number. Blocked: the EventKind it waits in.
  std::uint64_t value = 0;
  // Return address in the subject of a modelled library call, 0 when there is none.
  std::uint64_t callerPc = 0;
  // Index into Trace::stacks: the callers of the code at `site`; 0 when not recorded.
  std::uint32_t stack = 0;
};

struct Frame {
  std::uint64_t pc = 0;     // a return address, except for the innermost frame of a signal
  std::string module;       // "" for the subject itself, else path of the shared library
  std::uint64_t offset = 0; // pc relative to the module's load address
};

struct BlockedThread {
  std::uint16_t thread = 0;
  EventKind operation = EventKind::Lock;
  std::uint32_t location = 0;
  int holder = -1; // thread, -1 when none
  std::vector<Frame> stack;
};

struct HeldLock {
  std::uint16_t thread = 0;
  std::uint32_t location = 0;
  std::vector<Frame> acquiredAt;
};

struct Race {
  std::uint32_t location = 0;
  std::uint16_t firstThread = 0, secondThread = 0;
  std::int64_t firstSite = -1, secondSite = -1;
  bool firstIsWrite = false, secondIsWrite = false;
  std::uint64_t firstStep = 0, secondStep = 0;
};

// One call of a generated test, in the order in which the calls began.
struct TracedCall {
  std::uint8_t lane =
      0; // runtime/abi/calls.h: 0 the prefix, then one per suffix, last the epilogue
  std::uint16_t index = 0; // in its lane
  std::uint16_t thread = 0;
  std::uint64_t firstStep = 0, lastStep = 0; // lastStep 0: it never ended
  bool threw = false;
  bool refused =
      false; // one of its arguments was to be an object that does not exist: nothing was called
  bool comparable = false; // `result` stands for all that was returned (CallResult)
  std::string result;      // what it returned or what() said, "" for void
};

struct Trace {
  static constexpr int kVersion = 2;

  FindingKind kind = FindingKind::None;
  std::uint16_t thread = 0; // that failed
  std::int64_t site = -1;
  Message message;
  int exitStatus = 0;
  bool unsupported = false;
  std::uint64_t hash = 0; // over all events: equal hashes mean the same execution
  std::uint64_t eventCount = 0;
  std::vector<Site> sites;               // those that occur in `events` or elsewhere in the trace
  std::vector<MemoryLocation> locations; // [0] is null
  // Parallel to `locations`, or shorter: the address of a global variable of the subject (which is
  // linked at a fixed address), 0 for anything else. Gives a symbolizer the chance to name it.
  std::vector<std::uint64_t> globals;
  // Return addresses, innermost first, shared by the events that have the same ones. Not empty only
  // when recorded; [0] is then empty. Tells which line of the user's called a library header.
  std::vector<std::vector<std::uint64_t>> stacks;
  std::vector<Event>
      events; // accesses to memory that several threads touch, synchronisation, calls
  std::uint64_t eventsLeftOut = 0; // when the trace was too long to keep all
  std::vector<Frame> stack;
  Relation relation = Relation::None; // what relatedThread did
  int relatedThread = -1;
  std::vector<Frame> relatedStack;
  std::vector<BlockedThread> blocked;
  std::vector<HeldLock> held;
  std::vector<Race> races;
  std::vector<TracedCall> calls; // of a class harness
  std::string output;            // what the subject printed
};

std::string toText(const Trace& trace);
Result<Trace> traceFromText(std::string_view text);

} // namespace heddle::model
