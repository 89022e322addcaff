// SPDX-License-Identifier: Apache-2.0
#include "runtime/event_stream.h"

#include "runtime/call_lanes.h"
#include "runtime/failure.h"
#include "runtime/fiber.h"
#include "runtime/mix.h"
#include "runtime/modules.h"

namespace heddle::runtime {

namespace {

// The sink has a stack of its own: a subject that is about to use up its stack must not do so inside the sink, whose
// memory would be left half written.
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

} // namespace

void setTracing(bool on) {
  engine.tracing = on;
  engine.listening = on || engine.options.callCoverage;
  *reinterpret_cast<volatile std::uint8_t*>(abi::kTracingFlagAddress) = engine.listening ? 1 : 0;
}

void deliverEvent(EventKind kind,
                  const abi::SiteRecord* site,
                  std::uintptr_t address,
                  unsigned size,
                  std::uint64_t value,
                  bool hasValue) {
  if (!engine.tracing)
    return coverEvent(kind, site);
  mixIn(exec.traceHash, (std::uint64_t{exec.current} << 8) | static_cast<std::uint64_t>(kind));
  mixIn(exec.traceHash, reinterpret_cast<std::uintptr_t>(site));
  if (hasFixedAddress(address))
    mixIn(exec.traceHash, address);
  Event event{exec.events,
              exec.current,
              kind,
              static_cast<std::uint8_t>(size),
              hasValue,
              site,
              address,
              value,
              0,
              {}};
  StackTrace stack;
  walkFramePointers(
      stack, exec.current, reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
  for (unsigned i = 0; i < stack.depth && event.callerCount < kMaxCallers; ++i)
    if (event.callerCount != 0 || !isEngineCode(stack.pc[i]))
      event.callers[event.callerCount++] = stack.pc[i];
  bool wasInSubject = engine.inSubject;
  engine.inSubject = false;
  heddle_rt_call_on_stack(
      [](void* argument) { engine.sink->onEvent(*static_cast<Event*>(argument)); },
      &event,
      sinkStackTop());
  engine.inSubject = wasInSubject;
}

std::uint64_t traceHash() {
  return exec.traceHash;
}

} // namespace heddle::runtime
