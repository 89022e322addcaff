// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "explore/strategies/strategy.h"
#include "explore/values/operation.h"
#include "explore/values/path.h"
#include "explore/values/target_tree.h"
#include "model/lists/counters.h"

namespace heddle::explore::values {

struct ValuesOptions {
  static constexpr std::uint64_t kNothing = ~std::uint64_t{0};

  // If not null: long prefixes are restored from checkpoints of this lease instead of being executed again.
  const runtime::Lease* checkpoints = nullptr;
  std::uint64_t skip = kNothing; // ordinal of an execution that killed an earlier process
  model::LiveCounters* counters = nullptr;
};

// Executes every value schedule once; see values_strategy.cpp.
class ValuesStrategy final : public Strategy {
public:
  explicit ValuesStrategy(const ValuesOptions& options) : options_(options) {}
  ~ValuesStrategy() override { discardCheckpoints(); }
  ValuesStrategy(const ValuesStrategy&) = delete;
  ValuesStrategy& operator=(const ValuesStrategy&) = delete;

  bool beginExecution(std::uint64_t index) override;
  unsigned checkpoint() const override { return checkpoint_; }
  runtime::ThreadId choose(const runtime::SchedulingPoint& point) override;
  unsigned pick(const runtime::Choice& choice) override;
  Ending endExecution(const Ended& ended) override;
  bool watchesAll() const override { return true; }
  bool leftSomethingOut() const override { return leftOut_; }

private:
  // A choice among waiters, all of which are tried.
  struct Pick {
    unsigned count;
    unsigned first;     // the option that was tried first; the others follow in a circle
    unsigned tried = 0; // options before the current one
    unsigned current() const { return (first + tried) % count; }
  };
  // One step of the current execution, and what is left to try in its place.
  struct Node {
    Operation operation;  // executed here
    Path::Index previous; // step of the same thread, or kNone
    Path::Index wokenBy;  // the step that ended the wait of the thread, or created it; or kNone
    runtime::ThreadSet enabled; // before the step
    runtime::ThreadId yielding; // is not enabled only because it yields; or kNoThread
    std::vector<Operation>
        asleep;              // executed here or above before, and in conflict with nothing since
    TargetTree targets;      // left to be executed here
    std::vector<Pick> picks; // made by the operation
    std::vector<runtime::ThreadId> woken; // by the operation, or created by it
    bool isBacktrackingPoint;
  };
  struct Checkpoint {
    std::size_t node; // taken before its step
    unsigned slot;
  };

  bool backtrack();
  bool hasOtherPick(Node& node);
  bool hasOtherTarget(Node& node);
  void restart();
  void popNode();
  void unlink(const Node& node);
  void link(std::size_t index);

  runtime::ThreadId follow();
  runtime::ThreadId extend(const runtime::SchedulingPoint& point);
  void noteWoken(const runtime::SchedulingPoint& point);
  bool isWokenBy(const Node& waker,
                 runtime::ThreadId thread,
                 const runtime::SchedulingPoint& point) const;
  Node& pushNode(const runtime::SchedulingPoint& point);
  void inheritSleep(Node& node) const;
  void dropDisabledTargets(Node& node);
  runtime::ThreadId defaultThread(const Node& node, const runtime::SchedulingPoint& point) const;
  bool isWaiting(runtime::ThreadId thread) const;
  Operation operationOf(runtime::ThreadId thread, const runtime::PendingOperation& pending) const;
  [[noreturn]] void abandon();

  void analyse(const runtime::Outcome& outcome);
  void addTimeouts(Path::Index notification);
  void addBlockedThreads();
  void continueAfterFailure();
  void addTarget(Path::Index trigger, const Operation& target, Path::Index end);
  void insertAt(Path::Index trigger, std::vector<Operation> sequence);
  static bool isCoveredBy(const Operation& operation, const std::vector<Operation>& sequence);
  Ending judgeClass();

  bool wantsCheckpoint() const;
  unsigned addCheckpoint();
  void dropDeepestCheckpoint();
  void discardCheckpoints();

  ValuesOptions options_;
  std::vector<Node> nodes_;             // of the current execution, then unused ones
  std::size_t length_ = 0;              // nodes in use
  std::vector<Path::Index> lastNode_;   // of each thread, or kNone
  std::vector<Path::Index> wokenBy_;    // of each thread since its last node: who woke it, or kNone
  Path path_;                           // the events of the nodes that were analysed
  std::vector<Checkpoint> checkpoints_; // of nodes, the first one first
  std::unordered_set<std::uint64_t> classes_; // hashes of the value schedules executed
  bool started_ = false;
  bool leftOut_ = false;
  std::uint64_t counted_ = 0; // executions that counted

  // Of the current execution:
  std::size_t depth_ = 0; // steps made
  std::size_t fixed_ =
      0;             // nodes that were there when it began; the last one has a new step or pick
  TargetTree ahead_; // what the execution tries after these
  unsigned checkpoint_ = kSubjectStart;
  std::size_t resumeNode_ = 0;
  std::size_t picksMade_ = 0; // by the last step
  const runtime::PendingOperation* pending_ = nullptr;
  bool abandoned_ = false;
  bool skipping_ = false;
  std::vector<Path::Index> reversible_;
};

} // namespace heddle::explore::values
