// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "runtime/runtime.h"
#include "trace/execution_trace.h"

namespace heddle::trace {

// Listens to executions and keeps the trace of the last one. If an execution starts from the beginning or continues
// from a checkpoint, the recorder discards what the runtime delivered after that point (runtime::Event::number), so the
// caller that runs the execution need not notify it. The checkpoint must have been saved under the same recorder, or
// untraced.
class TraceRecorder final : public runtime::EventSink {
public:
  // What happens if an execution has more events than fit.
  enum class WhenFull : std::uint8_t {
    LoseEnd,    // for analyses: everything up to some point is known
    LoseMiddle, // for reports: the beginning introduces the threads, the end shows the failure
  };

  // A million events take 64 MB.
  static constexpr EventIndex kUsualCapacity = 1 << 20;
  static constexpr EventIndex kFirstEvents = 1'000; // that LoseMiddle keeps

  explicit TraceRecorder(EventIndex capacity = kUsualCapacity,
                         WhenFull whenFull = WhenFull::LoseEnd);

  void onEvent(const runtime::Event& event) override;

  // The trace of the execution that ended with `outcome`, valid until the next one.
  const ExecutionTrace& finish(const runtime::Outcome& outcome);
  // The trace so far, while the execution runs.
  const ExecutionTrace& trace() const { return trace_; }

private:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  void takeBack(std::uint64_t number);
  bool endsEmptyCall(const runtime::Event& event) const;
  bool makeRoom(const runtime::Event& event);

  EventIndex capacity_;
  WhenFull whenFull_;
  ExecutionTrace trace_;
  std::uint64_t next_ = 0;              // number of the event expected next
  std::uint64_t heardFrom_ = 0;         // number of the first event that was received
  std::uint64_t firstLeftOut_ = kNever; // LoseEnd: number of the first event that did not fit
};

} // namespace heddle::trace
