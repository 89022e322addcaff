// SPDX-License-Identifier: Apache-2.0
#include "runtime/event_stream.h"

#include "runtime/call_lanes.h"
#include "runtime/failure.h"
#include "runtime/fiber.h"
#include "runtime/mix.h"
#include "runtime/system/modules.h"

namespace heddle::runtime {

namespace {

// The sink has its own stack: a subject that is about to exhaust its stack must not do so inside the sink, because
// the sink's memory would be left half written.
void* sinkStackTop() {
  constexpr std::size_t kBytes = std::size_t{256} << 10;
  static char* stack;
  if (stack == nullptr)
    stack = static_cast<char*>(mapAnonymous(kBytes));
  return stack + kBytes;
}

// Only what is the same in every process: addresses of shared libraries are not.
bool hasFixedAddress(std::uintptr_t address) {
  return address < kStacksEnd;
}

void mixIntoTraceHash(const Event& event) {
  mixIn(exec.traceHash,
        (std::uint64_t{event.thread} << 8) | static_cast<std::uint64_t>(event.kind));
  mixIn(exec.traceHash, reinterpret_cast<std::uintptr_t>(event.site));
  if (hasFixedAddress(event.address))
    mixIn(exec.traceHash, event.address);
}

void addCallers(Event& event, std::uintptr_t (&callers)[kMaxCallers]) {
  StackTrace stack;
  walkFramePointers(
      stack, exec.current, reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
  for (unsigned i = 0; i < stack.depth && event.callerCount < kMaxCallers; ++i)
    if (event.callerCount != 0 || !isEngineCode(stack.pc[i]))
      callers[event.callerCount++] = stack.pc[i];
  event.callers = callers;
}

} // namespace

void setTracing(bool on) {
  const Options& options = engine.options;
  engine.tracing = on;
  engine.listening = on || options.callCoverage;
  engine.keepsStacks = on && options.traceCallers;
  bool hearsControlFlow = on && (options.traceFunctions || options.traceBranches);
  *reinterpret_cast<volatile std::uint8_t*>(abi::kTracingFlagAddress) =
      hearsControlFlow || options.callCoverage ? 1 : 0;
}

void deliverEvent(Event event) {
  if (!engine.tracing)
    return coverEvent(event.kind, event.site);
  event.number = exec.delivered;
  event.step = exec.events;
  event.thread = exec.current;
  if (const CallRecord* call = currentFiber().call)
    event.call = std::uint32_t{call->lane} << 16 | call->index;
  mixIntoTraceHash(event);
  std::uintptr_t callers[kMaxCallers];
  if (engine.keepsStacks)
    addCallers(event, callers);
  bool wasInSubject = engine.inSubject;
  engine.inSubject = false;
  heddle_rt_call_on_stack(
      [](void* argument) { engine.sink->onEvent(*static_cast<Event*>(argument)); },
      &event,
      sinkStackTop());
  ++exec.delivered; // not before: the subject's stack may end in this function
  engine.inSubject = wasInSubject;
}

std::uint64_t traceHash() {
  return exec.traceHash;
}

} // namespace heddle::runtime
