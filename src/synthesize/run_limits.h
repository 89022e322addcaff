// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "model/harness_protocol.h"
#include "synthesize/examiner.h"

namespace heddle::synthesize {

// Counts what a check does, keeps the live status, and says when it is enough. The clock decides about nothing but
// the end of the run.
class RunLimits final : public ExecutionListener {
public:
  RunLimits(const model::HarnessRequest& request, model::HarnessStatus& status);

  // The run is a series of numbered steps: a search for a call sequence, or a unit that is examined. The number is in
  // the status before the step begins; a run in a new process skips the steps of the one that died.
  // False: skip it.
  bool beginStep();
  std::uint64_t currentStep() const { return nextStep_ - 1; }
  // Like beginStep for a step on which later ones build: only the one that killed the process is skipped.
  bool beginNeededStep();

  bool mustStop() const;
  // For generation: `sequences` executed so far. Reads the clock now and then.
  bool mustStop(std::uint64_t sequences);
  bool executed(const runtime::Outcome& outcome) override;
  // From now on only the user ends the run.
  void beginMinimising() { minimising_ = true; }

  // A failure ends the run, a data race ends it after some more executions.
  void found(runtime::FailureKind kind);

  // The run cannot go on, for a reason that is no finding; the status says which.
  void fail(const std::string& message);
  bool hasFailed() const { return hasFailed_; }

  double seconds() const;
  double generateSeconds() const { return generateSeconds_; }
  std::uint64_t executions() const { return executions_; }

  // Runs part of the generation and adds its time to what generation took.
  template <typename Part>
  auto generating(Part part) {
    const auto began = Clock::now();
    auto result = part();
    addGeneration(Clock::now() - began);
    return result;
  }
  void readClock();

private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  void addGeneration(Clock::duration time);

  const model::HarnessRequest& request_;
  model::HarnessStatus& status_;
  Clock::time_point start_;
  double generateSeconds_ = 0;
  std::uint64_t nextStep_ = 0;
  std::uint64_t executions_ = 0;
  std::uint64_t lastExecution_ =
      kNever; // set by a data race: until then a consequence is looked for
  bool timeIsUp_ = false;
  bool minimising_ = false;
  bool hasFailed_ = false;
  // Since the clock was last read:
  unsigned executionsUnclocked_ = 0;
  std::uint64_t eventsUnclocked_ = 0;
  std::uint64_t sequencesAtClock_ = 0;
  unsigned asked_ = 0;
};

// For the user: each text once, and not too many.
void addNote(std::vector<std::string>& notes, const std::string& text);

} // namespace heddle::synthesize
