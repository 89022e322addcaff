// SPDX-License-Identifier: Apache-2.0
// Listens to an execution and keeps the events a report can use: synchronisation, accesses to memory that
// several threads touch, and the calls around them. Which memory is shared is known only at the end, so
// the same execution is run twice: first to learn that, then to record.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "explore/shared_memory.h"
#include "runtime/runtime.h"

namespace heddle::explore {

// A runtime::Event with its callers stored elsewhere: there are many events and few different stacks.
struct RecordedEvent {
  std::uint64_t step;
  runtime::ThreadId thread;
  runtime::EventKind kind;
  std::uint8_t size;
  bool hasValue;
  std::uint32_t stack; // index into TraceRecorder::stacks()
  const abi::SiteRecord* site;
  std::uintptr_t address;
  std::uint64_t value;
};

class TraceRecorder final : public runtime::EventSink {
public:
  // A trace longer than this loses its middle: the beginning says who is who, the end how it failed.
  static constexpr std::size_t kFirstEvents = 1'000;
  static constexpr std::size_t kMostEvents = 200'000;

  // What to do with the events of the executions that follow. Nothing at first.
  void learn() { mode_ = Mode::Learn; }
  void record();
  void ignore() { mode_ = Mode::Ignore; }

  void onEvent(const runtime::Event& event) override;

  // Of the recorded execution, in order of time.
  std::vector<RecordedEvent> events() const;
  std::uint64_t eventsLeftOut() const {
    return kept_ - std::min<std::uint64_t>(kept_, kMostEvents);
  }
  // Return addresses, innermost first; [0] is empty.
  const std::vector<std::vector<std::uint64_t>>& stacks() const { return stacks_; }

private:
  enum class Mode : std::uint8_t { Ignore, Learn, Record };

  bool isWanted(const runtime::Event& event) const;
  void enter(const runtime::Event& event);
  void leave(const runtime::Event& event);
  void keep(const RecordedEvent& event);
  RecordedEvent compact(const runtime::Event& event);
  std::uint32_t stackOf(const runtime::Event& event);

  Mode mode_ = Mode::Ignore;
  SharedMemory shared_;
  std::vector<std::vector<RecordedEvent>>
      calls_; // by thread: entered, but nothing has happened inside
  std::vector<RecordedEvent> first_;
  std::vector<RecordedEvent>
      last_; // a ring once it is full; the oldest is at (kept_ - first) % capacity
  std::uint64_t kept_ = 0;
  std::vector<std::vector<std::uint64_t>> stacks_;
  std::unordered_map<std::uint64_t, std::uint32_t> stackIndex_; // by hash
};

} // namespace heddle::explore
