// SPDX-License-Identifier: Apache-2.0
// The state of the simulated runtime, which its three sources share: the interpreter, what it does for classes
// (simulated_class.cpp), and the runtime's interface (simulated_runtime.cpp).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <ucontext.h>
#include <vector>

#include "runtime/calls.h"
#include "simulated_runtime.h"

namespace heddle::explore::inline simulation {

using runtime::EventKind;
using runtime::FailureKind;
using runtime::kNoThread;
using runtime::ThreadId;

inline constexpr unsigned kThreads = 16;
inline constexpr unsigned kObjects = 16;
inline constexpr std::size_t kStackBytes = 64 * 1024;
inline constexpr unsigned kMostEvents = 400'000;

enum class State : unsigned char { Absent, Ready, Blocked, Finished };

struct Thread {
  State state = State::Absent;
  std::size_t next = 0;    // index of its next step
  bool entered = false;    // stopped before that step
  bool reacquires = false; // was notified and needs its mutex back
  int accumulator = 0;
  EventKind waitKind{};
  std::uintptr_t waitObject = 0;
  // For a class: the call that it runs or begins next, and how many calls of its lane it has begun.
  const abi::Call* call = nullptr;
  bool isInCall = false;
  std::uint16_t begun = 0;
  std::size_t record = 0; // of the call it is in
};

// What main does for a test of a class.
enum class Phase : unsigned char { Prefix, Lanes, Epilogue };

// All that a checkpoint saves.
struct World {
  std::array<Thread, kThreads> threads{};
  std::array<int, kObjects> variables{};
  std::array<bool, kObjects> freed{};
  std::array<int, kObjects> holders{}; // of mutexes: thread + 1, 0 when free
  std::array<runtime::PendingOperation, kThreads> pending{};
  std::vector<ThreadId> waiters; // of all conditions, in order of arrival
  ThreadId current = 0;
  unsigned threadCount = 1;
  std::uint64_t events = 0, segmentStart = 0, points = 0, switches = 0;
  std::vector<runtime::Segment> segments;
  std::vector<runtime::Pick> picks;
  std::vector<runtime::Race> races;
  std::vector<runtime::Release> releases;
  std::uint64_t delivered = 0; // events that went to the sink
  int clock = 0;
  std::array<std::uint32_t, kThreads> calls{}; // begun by each thread
  bool learned = false;
  int exitStatus = 0;
  std::string trace;
  // For a class:
  Phase phase = Phase::Prefix;
  unsigned lanes = 0;
  std::array<bool, abi::kMaxObjects> made{};
  std::vector<runtime::CallRecord> records;
};

struct Checkpoint {
  World world;
  ucontext_t context;
  std::vector<char> stack;
};

struct Simulator {
  Program program;
  std::vector<std::vector<Step>> methods; // of a class, by operation; empty: there is a program
  std::vector<bool> returns;              // by operation: the register at its end
  runtime::Options options;
  runtime::CallSource* calls = nullptr;
  runtime::EventSink* sink = nullptr;
  runtime::Chooser* chooser = nullptr;
  World world;
  runtime::Outcome outcome{};
  std::map<unsigned, Checkpoint> checkpoints;
  std::array<int, kObjects> owners{}; // of learned variables: thread + 1; -1 when shared
  std::vector<abi::SiteRecord> sites;
  unsigned executions = 0, resumed = 0;
  std::uint64_t leases = 0;
  unsigned slots = 0;
  ucontext_t engine{};
  volatile bool resuming = false;
  alignas(16) std::array<char, kStackBytes> stack;
};

extern Simulator sim;

inline constexpr unsigned kSitesPerThread = 100; // or per method

// ---- of the interpreter

// Runs on its own stack until the execution ends. Keeps nothing on it that a checkpoint would miss.
[[noreturn]] void interpret();
const std::vector<Step>& stepsOf(ThreadId thread);
[[noreturn]] void endExecution();
void finishThread();
void deliver(runtime::Event event);
std::uintptr_t addressOf(EventKind kind, unsigned object);
void makeSites(std::size_t count);
void forgetProgram();

// ---- of a class

inline bool isClass() {
  return !sim.methods.empty();
}
// The steps of what the thread does now: of its call, or main's for the lanes.
const std::vector<Step>& classSteps(ThreadId thread);
// Objects have variables, mutexes and conditions of their own.
Step inItsObject(Step step, ThreadId thread);
const abi::SiteRecord* classSite(ThreadId thread, std::size_t step);
// Current has done all of its steps.
void continueClass();
void beginCall();
void throwFromCall();
void cover(EventKind kind, const abi::SiteRecord* site);

} // namespace heddle::explore::inline simulation
