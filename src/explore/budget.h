// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "model/harness_protocol.h"
#include "runtime/runtime.h"
#include "support/check.h"

namespace heddle::explore {

// The purpose of an execution. Each kind is counted separately.
enum class Stage : std::uint8_t { Serial, WarmUp, Search, Minimise };

// The only clock, the counters and the stop rules of a harness process. Keeps the live status. The clock only decides
// when the run ends, so that the same seed gives the same result on every machine.
//
// A run is a series of numbered steps: one execution of a program, or for a class one search for a call sequence or one
// test. The number of a step is in the status before the step begins, so that the CLI knows it even after kill -9; a
// new process skips the steps of the one that died.
class Budget {
public:
  Budget(const model::HarnessRequest& request, model::HarnessStatus& status);

  // ---- stages ----

  // Minimising lasts until it is left, whatever it executes.
  void enter(Stage stage) { stage_ = stage_ == Stage::Minimise ? stage_ : stage; }
  void leaveMinimising() { stage_ = Stage::Search; }
  Stage stage() const { return stage_; }

  // ---- steps ----

  // Begins the next step of a class. False: skip it, a process that died has already done it.
  bool beginStep();
  // The same for a step that later ones depend on: only the one that killed the process is skipped.
  bool beginNeededStep();
  // Begins step `number` of a program; `phase` began with step `phaseStart`.
  void beginStep(std::uint64_t number, unsigned phase, std::uint64_t phaseStart);
  // Requires that a step has begun.
  std::uint64_t currentStep() const {
    HEDDLE_CHECK(nextStep_ > 0) << "no step has begun";
    return nextStep_ - 1;
  }

  // Whether another step may begin: no limit is reached and no finding ends the run.
  bool mayBegin() const { return mayBegin(nextStep_, spent()); }
  // The same for step `number` of a program. All jobs number their executions in one sequence.
  bool mayBegin(std::uint64_t number) const { return mayBegin(number, number); }
  // For generation: `sequences` executed so far. Reads the clock periodically.
  bool mayBeginAfter(std::uint64_t sequences);

  // Whether the current step should end immediately.
  bool isOver() const;

  // A failure ends the run with this step, a data race a few executions later, unless the run is to find all root causes.
  void found(runtime::FailureKind kind);

  // ---- executions ----

  // Every execution, as soon as it has ended.
  void charge(const runtime::Outcome& outcome);
  // An execution of the search that counts: it is this job's, and was not run before.
  struct Judged {
    bool fails;
    bool isObserved; // by the run's coverage
  };
  void countSearch(const runtime::Outcome& outcome, const Judged& judged);
  // An execution of the search that does not count: it was given up, or an earlier one was like it.
  void countUseless(const runtime::Outcome& outcome);
  // From now on tests are run that are not part of what the verdict is about: only how many executions they take counts.
  void beginWidening() { isWidening_ = true; }
  // Executions of the search so far; forgetting returns to an earlier value of it.
  model::Counters<std::uint64_t> searched() const { return searched_; }
  // For counters of a strategy; null while minimising, which is not a search.
  model::LiveCounters* searchCounters() {
    return stage_ == Stage::Minimise ? nullptr : &status_.counters;
  }
  void forgetSearched(const model::Counters<std::uint64_t>& earlier);

  // ---- time ----

  double seconds() const;
  double generateSeconds() const { return generateSeconds_; }
  std::uint64_t charged() const { return charged_; } // executions so far, of all stages
  // The same without minimising, which does not use up the executions of a run.
  std::uint64_t spent() const { return charged_ - minimising_; }
  void readClock();

  // Runs a part of the generation and adds its time to the time of generation.
  template <typename Part>
  auto generating(Part part) {
    const auto began = Clock::now();
    auto result = part();
    addGeneration(Clock::now() - began);
    return result;
  }

  // ---- trouble ----

  // The run cannot continue, for a reason that is not a finding; the status says which.
  void fail(const model::Message& message);
  // The same because the subject does something that is not modelled.
  void failUnsupported(const runtime::Outcome& outcome);
  bool hasFailed() const { return hasFailed_; }

private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  bool mayBegin(std::uint64_t step, std::uint64_t executions) const;
  bool stopsAtFinding() const { return !request_.keepGoing && !request_.allCauses; }
  double searchSeconds() const;
  bool isStopped() const { return status_.stopRequested.load(std::memory_order_relaxed) != 0; }
  void publishSearched();
  void addGeneration(Clock::duration time);
  void noteRefusal();
  void setUnsupported(const runtime::StackTrace& stack);

  const model::HarnessRequest& request_;
  model::HarnessStatus& status_;
  Clock::time_point start_;
  Stage stage_ = Stage::Search;
  model::Counters<std::uint64_t> searched_; // those that countSearch counts
  double generateSeconds_ = 0;
  std::uint64_t nextStep_ = 0;
  std::uint64_t charged_ = 0;    // executions of all stages
  std::uint64_t minimising_ = 0; // of these
  std::uint64_t lastExecution_ =
      kNever; // set by a data race: until then the search looks for a consequence
  bool isProgram_ = false;
  bool isWidening_ = false;
  bool timeIsUp_ = false;           // for the search
  bool minimisingTimeIsUp_ = false; // for everything
  bool hasFailed_ = false;
  // Since the clock was last read:
  unsigned executionsUnclocked_ = 0;
  std::uint64_t eventsUnclocked_ = 0;
  std::uint64_t sequencesAtClock_ = 0;
  unsigned asked_ = 0;
};

} // namespace heddle::explore
