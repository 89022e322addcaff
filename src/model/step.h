// SPDX-License-Identifier: Apache-2.0
// One step of an interleaving, as data; report/words/step_text.h has the words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/forms/enum_names.h"
#include "model/memory_location.h"
#include "model/source_place.h"

namespace heddle::model {

enum class StepKind : std::uint8_t {
#define HEDDLE_STEP(name, text) name,
#include "model/lists/step_kinds.def"
#undef HEDDLE_STEP
};
template <>
struct EnumNames<StepKind> {
  static constexpr std::array kNames = {
#define HEDDLE_STEP(name, text) std::string_view(text),
#include "model/lists/step_kinds.def"
#undef HEDDLE_STEP
  };
};

constexpr bool isAccess(StepKind kind) {
  return kind == StepKind::Read || kind == StepKind::Write || kind == StepKind::Update ||
         kind == StepKind::CompareAndSwap;
}

// Something that steps work on: a variable, a lock, a thread, a call of a test.
struct Object {
  static constexpr int kNoThread = -1;
  static constexpr int kSomeThread = -2;

  std::string name;        // in the user's source; "" when it has none there
  MemoryLocation location; // where it lies
  std::string alias;       // a pointer or reference of the user's that held its address
  bool isAmbiguous =
      false; // others have the same name: the alias or the location distinguishes them
  std::uint32_t number = 0;        // 2, 3, ... when even those are equal
  std::int32_t thread = kNoThread; // otherwise it is this thread
  bool operator==(const Object&) const = default;
};
using ObjectIndex = std::uint32_t; // into Finding::objects; 0 is none

enum class ValueKind : std::uint8_t {
  None,
  Number,  // text: in decimal
  Large,   // a number that is more likely a bit pattern
  Taken,   // a try-lock worked
  Busy,    // it did not
  Null,    // a pointer to nothing
  Pointer, // to something unknown
  Name,    // text: the variable that is pointed to
  Address, // what is pointed to, at `location`
  Result,  // text: of a call
};

template <>
struct EnumNames<ValueKind> {
  static constexpr std::array<std::string_view, 10> kNames = {
      "none", "number", "large", "taken", "busy", "null", "pointer", "name", "address", "result"};
};

struct Value {
  ValueKind kind = ValueKind::None;
  std::string text = {};
  MemoryLocation location = {};
  bool empty() const { return kind == ValueKind::None; }
  bool operator==(const Value&) const = default;
};

// Why the thread of the step before stopped.
enum class SwitchReason : std::uint8_t {
  None,
  Preempted,
  Finished,
  Waits,    // for something unknown
  WaitsFor, // Switch::object
  Sleeps,
  Yields,
};

template <>
struct EnumNames<SwitchReason> {
  static constexpr std::array<std::string_view, 7> kNames = {
      "none", "preempted", "finished", "waits", "waits-for", "sleeps", "yields"};
};

struct Switch {
  SwitchReason reason = SwitchReason::None;
  ObjectIndex object = 0;
  bool operator==(const Switch&) const = default;
};

// How a step is connected with one of another thread.
enum class EdgeKind : std::uint8_t {
  None,
  RacesWith,
  Overwrites, // what the other thread wrote: `value`
  Changed,    // by the other thread since this one read `value`
};

template <>
struct EnumNames<EdgeKind> {
  static constexpr std::array<std::string_view, 4> kNames = {
      "none", "races-with", "overwrites", "changed"};
};

struct StepEdge {
  EdgeKind kind = EdgeKind::None;
  std::uint16_t thread = 0; // the other one
  std::uint64_t step = 0;   // the number of its step
  Value value;
  bool operator==(const StepEdge&) const = default;
};

// One row of the interleaving table.
struct Step {
  std::uint64_t number = 0; // event number in the execution
  std::uint16_t thread = 0;
  StepKind kind = StepKind::None;
  SourcePlace place;
  ObjectIndex object = 0;
  Value value;
  Switch switched; // before this step
  StepEdge edge;
  bool essential = false; // takes part in the failure (race, deadlock cycle, failing step)
  bool operator==(const Step&) const = default;
};

} // namespace heddle::model
