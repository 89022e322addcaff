// SPDX-License-Identifier: Apache-2.0
// Runs the calls of a generated test, which the engine supplies one by one, on the threads of the test: the prefix
// on the main thread, each suffix on its own thread, the epilogue on the main thread again. The interpreter is part of
// the subject but has no hooks: only the calls themselves are events.
#include <pthread.h>

#include "runtime/abi/calls.h"

namespace {

using heddle::abi::Call;
using heddle::abi::CallResult;
using heddle::abi::ClassTable;
using heddle::abi::Kept;
using heddle::abi::kLanes;
using heddle::abi::kMaxLanes;
using heddle::abi::kMaxObjects;
using heddle::abi::Operation;
using heddle::abi::OperationKind;

const ClassTable* table;
void* objects[kMaxObjects];
// By lane. The lists begin on the stack of the main thread: what only they refer to does not belong to the state that
// later calls depend on.
Kept** kept;

void checkInvariants() {
  for (void* object : objects)
    for (unsigned i = 0; object != nullptr && i < table->invariantCount; ++i)
      if (!table->invariants[i].holds(object))
        heddle_rt_invariant_broken(table->invariants[i].text);
}

void runLane(unsigned lane, bool alone) {
  while (const Call* call = heddle_rt_next_call(lane)) {
    const Operation& operation = table->operations[call->operation];
    CallResult result = {};
    operation.run(objects, lane, *call, result);
    if (operation.kind == OperationKind::Constructor || operation.kind == OperationKind::Factory)
      heddle_rt_object_made(call->receiver, objects[call->receiver]);
    heddle_rt_call_ended(lane, &result);
    if (alone)
      checkInvariants();
  }
}

void* runSuffix(void* argument) {
  auto lane = static_cast<unsigned>(reinterpret_cast<unsigned long>(argument));
  heddle_rt_lane_started(lane);
  runLane(lane, false);
  return nullptr;
}

void runSuffixes() {
  unsigned count = heddle_rt_lane_count();
  pthread_t threads[kMaxLanes];
  for (unsigned i = 0; i < count; ++i)
    pthread_create(&threads[i], nullptr, runSuffix, reinterpret_cast<void*>(i + 1ul));
  for (unsigned i = 0; i < count; ++i)
    pthread_join(threads[i], nullptr);
  checkInvariants();
}

void destroyKept() {
  for (unsigned lane = kLanes; lane-- > 0;)
    while (Kept* last = kept[lane]) {
      kept[lane] = last->earlier;
      last->destroy(last);
    }
}

} // namespace

extern "C" void heddle_keep(unsigned lane, Kept* what) {
  what->earlier = kept[lane];
  kept[lane] = what;
}

extern "C" int heddle_interpret_calls(const ClassTable& classTable) {
  Kept* lists[kLanes] = {};
  kept = lists;
  table = &classTable;
  runLane(heddle::abi::kPrefixLane, true);
  runSuffixes();
  runLane(heddle::abi::kEpilogueLane, true);
  destroyKept();
  for (unsigned i = kMaxObjects; i-- > 0;)
    if (objects[i] != nullptr)
      classTable.destroy(objects[i]);
  return 0;
}
