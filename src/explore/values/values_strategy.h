// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explore/strategies/strategy.h"
#include "explore/values/operation.h"
#include "explore/values/path.h"
#include "explore/values/preview_run.h"
#include "explore/values/previews.h"
#include "explore/values/steps.h"
#include "explore/values/target_tree.h"
#include "model/lists/counters.h"
#include "support/hash_set.h"

namespace heddle::explore::values {

struct ValuesOptions {
  static constexpr std::uint64_t kNothing = ~std::uint64_t{0};

  // If not null: long prefixes are restored from checkpoints of this lease instead of being executed again.
  const runtime::Lease* checkpoints = nullptr;
  // Steps between two checkpoints. Saving one costs about as much as forty scheduling points, so that fewer steps are
  // executed again more cheaply.
  std::size_t checkpointSpacing = 64;
  // What static analysis knows; empty: nothing. It is asked for when so many executions have counted.
  FactsSource facts = {};
  std::uint64_t factsAfter = 0;
  bool accessibility = true; // executions that cannot reach their target are abandoned
  bool feedback = true;      // what executions do decides whether they can
  // Accesses that the user is interested in: their pairs come first. Null: none.
  const SiteFilter* focus = nullptr;
  bool outOfOrder = true;        // promising orders come first
  bool isIdle = false;           // another job does all the work
  std::uint64_t skip = kNothing; // ordinal of an execution that killed an earlier process
  model::LiveCounters* counters = nullptr;
};

// What the search did.
struct ValuesTally {
  std::uint64_t schedules = 0;  // value schedules executed
  std::uint64_t points = 0;     // backtracking points
  std::uint64_t outOfOrder = 0; // executions
  std::uint64_t abandoned = 0;  // executions
  std::uint64_t repeated = 0;   // executions of a value schedule that an earlier one had
  std::uint64_t aimed = 0;      // executions whose target only static analysis knows
  std::uint64_t reached = 0;    // executions of these that had the pair
};

// Executes every value schedule; see values_strategy.cpp.
class ValuesStrategy final : public Strategy, private runtime::EventSink {
public:
  explicit ValuesStrategy(const ValuesOptions& options);
  ~ValuesStrategy() override { discardCheckpoints(); }
  ValuesStrategy(const ValuesStrategy&) = delete;
  ValuesStrategy& operator=(const ValuesStrategy&) = delete;

  bool beginExecution(std::uint64_t index) override;
  unsigned checkpoint() const override { return checkpoint_; }
  runtime::ThreadId choose(const runtime::SchedulingPoint& point) override;
  unsigned pick(const runtime::Choice& choice) override;
  Ending endExecution(const Ended& ended) override;
  runtime::EventSink* watcher() override;
  bool watchesAll() const override { return true; }
  bool leftSomethingOut() const override { return leftOut_; }

  const ValuesTally& tally() const { return tally_; }

private:
  struct Checkpoint {
    std::size_t step; // taken before it
    unsigned slot;
  };

  void onEvent(const runtime::Event& event) override;

  bool isPreviewDue() const;
  void beginPreview();
  void askForFacts();
  void beginInOrder();
  bool backtrack();
  bool hasOtherPick();
  bool hasOtherTarget();
  void takeFirstTarget(Step& step);
  void dropDisabledTargets(Step& step, std::size_t index);
  void restart();

  runtime::ThreadId follow();
  runtime::ThreadId extend(const runtime::SchedulingPoint& point);
  void inheritSleep(Step& step) const;
  [[noreturn]] void abandon();

  void analyse(const runtime::Outcome& outcome);
  void addTimeouts(Path::Index notification);
  void addBlockedThreads();
  void continueAfterFailure();
  void addTarget(Path::Index trigger, const Operation& target, Path::Index end);
  void insertAt(Path::Index trigger, std::vector<Operation> sequence);
  static bool isCoveredBy(const Operation& operation, const std::vector<Operation>& sequence);
  Ending judgeClass(std::uint64_t hash);
  void forgetTally();
  void count(std::uint64_t ValuesTally::* tally,
             std::atomic<std::uint64_t> model::LiveCounters::* counter);

  bool wantsCheckpoint() const;
  unsigned addCheckpoint();
  void dropDeepestCheckpoint();
  void discardCheckpoints();

  ValuesOptions options_;
  Steps steps_;                         // of the search in order
  Path path_;                           // the same, as far as they were analysed
  std::vector<Checkpoint> checkpoints_; // the first one first
  // Hashes of the value schedules executed. More than these are not recognised when they come again.
  HashSet classes_{std::size_t{1} << 22};
  Previews previews_;
  PreviewRun previewRun_;
  ValuesTally tally_;
  bool hasFacts_ = false;
  bool started_ = false;
  bool leftOut_ = false;
  std::uint64_t counted_ = 0; // executions that counted

  // Of the current execution:
  bool isPreview_ = false;
  bool abandoned_ = false;
  bool skipping_ = false;
  unsigned checkpoint_ = kSubjectStart;
  // Of the current execution in order:
  std::size_t depth_ = 0; // steps made
  std::size_t fixed_ =
      0; // steps that were there when it began; the last one has a new operation or pick
  TargetTree ahead_; // what it tries after these
  std::size_t resumeStep_ = 0;
  std::size_t picksMade_ = 0; // by the last step
  const runtime::PendingOperation* pending_ = nullptr;
  std::vector<Path::Index> reversible_;
};

} // namespace heddle::explore::values
