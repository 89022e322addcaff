// SPDX-License-Identifier: Apache-2.0
// One-time initialisation: function-local statics are here; pthread_once (and so std::call_once) has its C++ half in
// subject/once.cpp, because the initialiser may throw.
#include <cstdint>

#include "runtime/call_accesses.h"
#include "runtime/event_stream.h"
#include "runtime/oracle/lock_misuse.h"
#include "runtime/races/race_detector.h"
#include "runtime/scheduler.h"

using namespace heddle::runtime; // NOLINT(google-build-using-namespace): C functions below

namespace {

// The state is kept where the compiler's inline test of the first byte expects it: not 0 when done.
enum State : std::uint8_t { kNew = 0, kDone = 1, kRunning = 2 };

bool begin(std::uint8_t* done, std::uint8_t* state) {
  enterBlocking(EventKind::Once, done, [&] { return *state != kRunning; });
  acquire(done);
  emitEvent(
      EventKind::Once, nullptr, reinterpret_cast<std::uintptr_t>(done), 0, *done == kDone ? 0 : 1);
  if (*done == kDone)
    return false;
  *state = kRunning;
  noteInitialiser(true);
  disablePending(EventKind::Once, done);
  return true;
}

void end(std::uint8_t* done, std::uint8_t* state, bool succeeded) {
  *state = kNew;
  noteInitialiser(false);
  if (succeeded)
    *done = kDone;
  release(done);
  noteRelease(reinterpret_cast<std::uintptr_t>(done), 1);
  emitEvent(EventKind::OnceDone, done);
  wakeAll(EventKind::Once, done);
}

std::uint8_t* bytes(void* object) {
  return static_cast<std::uint8_t*>(object);
}

} // namespace

HEDDLE_INTERPOSE int __cxa_guard_acquire(void* guard) {
  if (!engine.inSubject)
    return *bytes(guard) == kDone ? 0 : 1;
  return begin(bytes(guard), bytes(guard) + 1) ? 1 : 0;
}

HEDDLE_INTERPOSE void __cxa_guard_release(void* guard) noexcept {
  if (engine.inSubject)
    return end(bytes(guard), bytes(guard) + 1, true);
  *bytes(guard) = kDone;
}

HEDDLE_INTERPOSE void __cxa_guard_abort(void* guard) noexcept {
  if (engine.inSubject)
    end(bytes(guard), bytes(guard) + 1, false);
}

HEDDLE_INTERPOSE bool heddle_rt_once_begin(void* control) {
  if (!engine.inSubject)
    return *bytes(control) != kDone;
  return begin(bytes(control), bytes(control) + 1);
}

HEDDLE_INTERPOSE void heddle_rt_once_end(void* control, bool succeeded) {
  if (engine.inSubject)
    return end(bytes(control), bytes(control) + 1, succeeded);
  if (succeeded)
    *bytes(control) = kDone;
}
