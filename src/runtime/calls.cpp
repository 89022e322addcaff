// SPDX-License-Identifier: Apache-2.0
#include "runtime/calls.h"

#include <cstring>
#include <typeinfo>

#include "runtime/call_accesses.h"
#include "runtime/call_lanes.h"
#include "runtime/event_stream.h"
#include "runtime/failure.h"
#include "runtime/memory/object_state.h"
#include "runtime/mix.h"
#include "runtime/races/race_detector.h"
#include "runtime/scheduler.h"
#include "runtime/system/real_calls.h"

namespace heddle::runtime {

namespace {

// Lives in scratch memory, so that checkpoints include it.
struct Calls {
  CallRecord* records;
  std::uint32_t count;
  std::uint32_t capacity;
  std::uint16_t begun[abi::kLanes];
  ThreadId threads[abi::kLanes];
  unsigned threadsBefore; // the lanes, 0 while they are not being started
  bool lanesBegan, lanesEnded;
  bool seedWasSet;                       // between the two
  std::uint64_t clockBefore, clockAfter; // of the lanes
  unsigned lanes;
  std::uintptr_t objects[abi::kMaxObjects];
};

Calls& calls() {
  if (exec.calls == nullptr) {
    auto* fresh = scratchNew<Calls>();
    for (ThreadId& thread : fresh->threads)
      thread = kNoThread;
    fresh->threads[abi::kPrefixLane] = fresh->threads[abi::kEpilogueLane] = 0;
    exec.calls = fresh;
  }
  return *static_cast<Calls*>(exec.calls);
}

// Moves the records, so the open ones are located again by position.
void growRecords(Calls& all) {
  std::uint32_t capacity = all.capacity == 0 ? 8 : all.capacity * 2;
  auto* larger = scratchNew<CallRecord>(capacity);
  if (all.count != 0)
    std::memcpy(larger, all.records, all.count * sizeof(CallRecord));
  for (unsigned i = 0; i < exec.threads; ++i)
    if (fibers[i].call != nullptr)
      fibers[i].call = larger + (fibers[i].call - all.records);
  all.records = larger;
  all.capacity = capacity;
}

CallRecord& openRecord(Calls& all, const abi::Call* call, unsigned lane, unsigned index) {
  if (all.count == all.capacity)
    growRecords(all);
  CallRecord& record = all.records[all.count++];
  record = {};
  record.call = call;
  record.lane = static_cast<std::uint8_t>(lane);
  record.index = static_cast<std::uint16_t>(index);
  record.firstEvent = exec.events;
  record.coverage = engine.options.callCoverage ? 1 + call->operation : 0;
  record.heldBefore = currentFiber().heldCount;
  return record;
}

// The paper's events: accesses, locks, method entry and exit (AutoConTest, section 4.1).
bool isTraceEvent(EventKind kind) {
  switch (kind) {
  case EventKind::Allocate:
  case EventKind::Free:
  case EventKind::Branch:
  case EventKind::IndirectCall:
  case EventKind::CallBegin:
  case EventKind::CallEnd:
  case EventKind::OnceDone:
  case EventKind::WakeUp:
    return false;
  default:
    return true;
  }
}

bool isOnStack(std::uintptr_t address) {
  return address - kStacks < kStacksEnd - kStacks;
}

} // namespace

void coverEvent(EventKind kind, const abi::SiteRecord* site) {
  CallRecord* call = currentFiber().call;
  if (call == nullptr || !isTraceEvent(kind))
    return;
  call->notifies =
      call->notifies || kind == EventKind::CondSignal || kind == EventKind::CondBroadcast;
  // Modelled calls have no site; the previous site shows where they are.
  const abi::SiteRecord* place = site != nullptr ? site : exec.lastSite;
  mixIn(call->coverage,
        reinterpret_cast<std::uintptr_t>(place) << 8 | static_cast<std::uint64_t>(kind));
}

bool coverAccess(EventKind kind,
                 const abi::SiteRecord* site,
                 std::uintptr_t address,
                 std::size_t size,
                 bool isWrite,
                 bool isAtomic) {
  if (isOnStack(address))
    return isAtomic;
  coverEvent(kind, site);
  if (engine.options.watchCalls)
    noteCallAccess(kind, site, address, size, isWrite);
  return isAtomic;
}

const abi::ClassTable* classTable() {
  return &heddle_class_table;
}

const CallRecord* callRecords(std::size_t* count) {
  if (exec.calls == nullptr) {
    *count = 0;
    return nullptr;
  }
  *count = calls().count;
  return calls().records;
}

ThreadId laneThread(unsigned lane) {
  return exec.calls == nullptr ? kNoThread : calls().threads[lane];
}

unsigned threadsOfTheClass() {
  if (exec.calls == nullptr)
    return 0;
  const Calls& all = calls();
  unsigned others = exec.threads - 1;
  if (all.threadsBefore == 0)
    return others;
  unsigned created = exec.threads - all.threadsBefore;
  return others - (created < all.lanes ? created : all.lanes);
}

namespace {

// A call that reads the clock more often polls it, and must see it move.
constexpr unsigned kReadingsBeforePolling = 16;
constexpr std::uint64_t kReadingCost = 1'000;
// If it polls for long, its deadline is far away, and each iteration may take longer than the one before. Otherwise a
// loop that sleeps for 64 ms until an hour is over, like that of libstdc++'s timed atomic waits, would look endless.
constexpr unsigned kReadingsBeforeHurry = 64;
constexpr unsigned kReadingsPerDoubling = 4;
constexpr unsigned kMostDoublings = 40; // of a microsecond: 12 days

std::uint64_t costOfReading(std::uint32_t readings) {
  if (readings <= kReadingsBeforeHurry)
    return kReadingCost;
  const std::uint32_t doublings = (readings - kReadingsBeforeHurry) / kReadingsPerDoubling;
  return kReadingCost << (doublings < kMostDoublings ? doublings : kMostDoublings);
}

bool isAfterPrefix() {
  return exec.calls != nullptr && calls().lanesBegan;
}

} // namespace

std::uint64_t readClock() {
  Fiber& fiber = currentFiber();
  if (fiber.call != nullptr)
    fiber.call->timeDependent = true;
  std::uint32_t& readings = fiber.call != nullptr ? fiber.call->clockReadings : fiber.clockReadings;
  if (!isAfterPrefix())
    return kReadingCost;
  return readings++ < kReadingsBeforePolling ? engine.options.clockStep : costOfReading(readings);
}

std::uint64_t randomStateOfCall() {
  Fiber& fiber = currentFiber();
  CallRecord* call = fiber.call;
  if (call != nullptr)
    call->timeDependent = true;
  if (!isAfterPrefix())
    return 0;
  std::uint32_t draw = call != nullptr ? call->draws++ : fiber.draws++;
  std::uint64_t place =
      call != nullptr ? (call->lane + 1u) << 16 | call->index : exec.current << 24;
  std::uint64_t state = exec.randomState;
  mixIn(state, engine.options.randomSalt);
  mixIn(state, place);
  mixIn(state, draw);
  return state | 1;
}

void noteSeed() {
  if (isAfterPrefix())
    calls().seedWasSet = true;
}

bool surroundingsVaried() {
  if (!isAfterPrefix())
    return false;
  const Calls& all = calls();
  // The epilogue runs alone, unless the class has threads: their waits may time out then.
  std::uint64_t after = all.lanesEnded && threadsOfTheClass() == 0 ? all.clockAfter : exec.clock;
  return all.seedWasSet || after != all.clockBefore;
}

void endLike(const CallRecord* endingCalls, std::size_t count, std::uint64_t events) {
  if (exec.events + events >= exec.eventLimit)
    return;
  Calls& all = calls();
  for (std::size_t i = 0; i < count; ++i) {
    if (all.count == all.capacity)
      growRecords(all);
    CallRecord& record = all.records[all.count++] = endingCalls[i];
    record.firstEvent += exec.events;
    record.lastEvent += exec.events;
  }
  exec.events += events;
  abandonExecution();
}

std::uintptr_t objectAddress(unsigned index) {
  return exec.calls == nullptr ? 0 : calls().objects[index];
}

std::uint64_t objectState() {
  return exec.calls == nullptr ? 0 : hashState(calls().objects, abi::kMaxObjects);
}

} // namespace heddle::runtime

using namespace heddle::runtime; // NOLINT(google-build-using-namespace): C functions below

namespace {

// A client need not end its thread when it has made its last call. That matters if the thread has something to destroy.
void offerThreadExit(unsigned lane) {
  const Fiber& fiber = currentFiber();
  bool isLane = lane != heddle::abi::kPrefixLane && lane != heddle::abi::kEpilogueLane;
  if (!isLane || (fiber.exitCallbacks == nullptr && fiber.keyValues == nullptr))
    return;
  countEvent();
  schedulingPoint(EventKind::ThreadExit, nullptr, 0, false);
}

using ThrowFunction = void(void* object, std::type_info* type, void (*destroy)(void*));
constinit ThrowFunction* originalThrow = nullptr;

} // namespace

HEDDLE_INTERPOSE const heddle::abi::Call* heddle_rt_next_call(unsigned lane) {
  unsigned index = calls().begun[lane];
  if (lane == heddle::abi::kEpilogueLane && index == 0) {
    calls().lanesEnded = true;
    calls().clockAfter = exec.clock;
  }
  const heddle::abi::Call* call = engine.calls->nextCall(lane, index);
  if (call == nullptr) {
    offerThreadExit(lane);
    return nullptr;
  }
  countEvent();
  schedulingPoint(EventKind::CallBegin, nullptr, 0, false);
  ++calls().begun[lane];
  currentFiber().call = &openRecord(calls(), call, lane, index);
  if (engine.options.watchCalls)
    beginCallAccesses();
  emitEvent(EventKind::CallBegin, nullptr, 0, 0, lane << 16 | index);
  return call;
}

// Passes the original: the subject's memory is restored for each execution, so the subject could not keep it.
HEDDLE_INTERPOSE ThrowFunction* heddle_rt_throwing() {
  if (engine.inSubject && currentFiber().call != nullptr)
    currentFiber().call->thrownAt = keepStack();
  if (engine.inSubject && engine.tracing && engine.options.traceFunctions)
    emitEvent(EventKind::Throw, nullptr, 0, 0, 0);
  if (originalThrow == nullptr)
    originalThrow = realFunction<ThrowFunction>("__cxa_throw");
  return originalThrow;
}

HEDDLE_INTERPOSE void heddle_rt_call_ended(unsigned lane, const heddle::abi::CallResult* result) {
  CallRecord& record = *currentFiber().call;
  record.result = *result;
  record.lastEvent = exec.completedAt = exec.events;
  if (record.coverage != 0) {
    std::uint64_t threw = result->ending == heddle::abi::CallEnding::Threw ? 1 : 0;
    mixIn(record.coverage, threw);
  }
  emitEvent(EventKind::CallEnd, nullptr, 0, 0, lane << 16 | record.index);
  currentFiber().call = nullptr;
}

HEDDLE_INTERPOSE unsigned heddle_rt_lane_count() {
  Calls& all = calls();
  all.threadsBefore = exec.threads;
  all.lanesBegan = true;
  all.clockBefore = exec.clock;
  return all.lanes = engine.calls->laneCount();
}

HEDDLE_INTERPOSE void heddle_rt_lane_started(unsigned lane) {
  calls().threads[lane] = exec.current;
}

HEDDLE_INTERPOSE void heddle_rt_object_made(unsigned index, void* object) {
  calls().objects[index] = reinterpret_cast<std::uintptr_t>(object);
}

HEDDLE_INTERPOSE bool heddle_rt_call_took_lock() {
  return currentFiber().call != nullptr && currentFiber().call->tookLock;
}

HEDDLE_INTERPOSE bool heddle_rt_call_holds_lock() {
  const CallRecord* call = currentFiber().call;
  return call != nullptr && currentFiber().heldCount > call->heldBefore;
}

HEDDLE_INTERPOSE void heddle_rt_invariant_broken(const char* text) {
  fail(FailureKind::Invariant, MessageId::InvariantBroken, {text});
}
