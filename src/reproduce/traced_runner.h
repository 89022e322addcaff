// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "calls/sequence_runner.h"
#include "reproduce/call_details.h"
#include "runtime/calls.h"
#include "trace/trace_recorder.h"

namespace heddle::reproduce {

// The outcome of one call that runs alone, in every detail.
struct DetailedCall {
  calls::CallId call = 0;
  calls::SoloCall alone;
  CallDetails details;
  std::uint64_t events = 0; // of the whole sequence
};

// Runs call sequences and records everything that ConCrash collects for its prunings (section 3.1, lines 24 to 26).
// Lives for the whole run and takes the engine's lease again whenever another user has had it.
class DetailedRunner {
public:
  virtual ~DetailedRunner() = default;
  // Runs `next` after the calls of `path`, all of which returned when they were run before.
  virtual DetailedCall run(const calls::Path& path, calls::CallId next) = 0;
};

class TracedRunner final : public DetailedRunner, runtime::CallSource, runtime::Chooser {
public:
  // `recorder` receives the events of every execution. `options`: those of the harness. `places`: of the target.
  TracedRunner(const calls::CallCatalogue& catalogue,
               const runtime::Options& options,
               std::vector<TargetPlace>& places,
               trace::TraceRecorder& recorder);

  DetailedCall run(const calls::Path& path, calls::CallId next) override;

  std::uint64_t sequences() const { return sequences_; }
  bool classOwnsThreads() const { return classOwnsThreads_; }

private:
  const abi::Call* nextCall(unsigned lane, unsigned index) override;
  unsigned laneCount() override { return 0; }
  runtime::ThreadId choose(const runtime::SchedulingPoint& point) override;
  unsigned pick(const runtime::Choice&) override { return 0; }
  const runtime::Outcome& execute();
  void findChanged(CallDetails& details);

  const calls::CallCatalogue& catalogue_;
  runtime::Options options_;
  std::vector<TargetPlace>& places_;
  trace::TraceRecorder& recorder_;
  calls::Path path_;
  calls::CallId next_ = 0;
  std::optional<runtime::Lease> lease_;
  unsigned slot_ = 0; // for the state after `path_`
  bool isSaved_ = false;
  bool observed_ = false;
  // The execution only serves to find the memory contents before this call.
  CallDetails* looksBackFor_ = nullptr;
  calls::SoloCall observation_;
  std::uint64_t sequences_ = 0;
  bool classOwnsThreads_ = false;
};

} // namespace heddle::reproduce
