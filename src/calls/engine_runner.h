// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "calls/sequence_runner.h"
#include "calls/summary_watch.h"
#include "model/message.h"
#include "runtime/calls.h"

namespace heddle::calls {

// The outcome for a call that ended, and for one that did not.
CallOutcome outcomeOf(abi::CallEnding ending);
CallOutcome outcomeOf(const runtime::Outcome& outcome);

// Runs call sequences on the engine. After every call of a path a checkpoint is saved, so that a sequence that
// begins like the one before it runs only the calls that differ: extending a node is one restore and one call.
// Lives for the whole check and takes the engine's lease again whenever another user has had it.
class EngineRunner final : public SequenceRunner, runtime::CallSource, runtime::Chooser {
public:
  // `options`: those of the harness; the runner changes what generation needs.
  EngineRunner(const CallCatalogue& catalogue, const runtime::Options& options);

  // Not owned; may be null. Sees every call that runs.
  void setWatch(SummaryWatch* watch) { watch_ = watch; }

  SoloCall run(const Path& path, std::uint64_t state, CallId next) override;

  std::uint64_t sequences() const { return sequences_; }
  // What the last call did instead of returning: "throws std::out_of_range"; none if it returned.
  model::Message lastTrouble() const;
  // The same for the first call of an operation that did not return.
  model::Message trouble(unsigned operation) const;
  // Calls after which a declared invariant does not hold, since the last time; one of each operation.
  struct BrokenInvariant {
    Path path; // before the call
    CallId call;
  };
  std::vector<BrokenInvariant> takeBrokenInvariants() {
    return std::exchange(brokenInvariants_, {});
  }
  // The class started its own threads in some sequence.
  bool classOwnsThreads() const { return classOwnsThreads_; }

private:
  // Checkpoint number i, in slots_[i], is saved before call number i. More would only cost memory: longer paths are run
  // again from the last one.
  static constexpr unsigned kMostCheckpoints = 160;
  const abi::Call* nextCall(unsigned lane, unsigned index) override;
  unsigned laneCount() override { return 0; }
  runtime::ThreadId choose(const runtime::SchedulingPoint& point) override;
  unsigned pick(const runtime::Choice& choice) override;

  runtime::Lease& takeEngine();
  unsigned slotOf(unsigned index);
  void observe();
  void noteTrouble();
  void noteBrokenInvariant();
  std::string thrownType() const;
  void observeEnd(const runtime::Outcome& outcome);

  const CallCatalogue& catalogue_;
  runtime::Options options_;
  SummaryWatch* watch_ = nullptr;
  Path path_;
  CallId next_ = 0;
  unsigned checkpoints_ = 0; // 0 .. checkpoints_ - 1 belong to `path_`
  std::optional<runtime::Lease> lease_;
  std::vector<unsigned> slots_;
  bool observed_ = false;
  SoloCall observation_;
  std::uint64_t sequences_ = 0;
  std::string said_;                                      // what() of the exception
  model::Message failure_;                                // how the execution ended
  const char* exceptionType_ = nullptr;                   // static storage of the subject
  std::unordered_map<unsigned, model::Message> troubles_; // by operation
  std::vector<BrokenInvariant> brokenInvariants_;
  std::unordered_set<unsigned> breakers_; // their operations
  bool classOwnsThreads_ = false;
};

} // namespace heddle::calls
