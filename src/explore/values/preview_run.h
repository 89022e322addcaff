// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/access_facts.h"
#include "explore/values/previews.h"
#include "explore/values/steps.h"

namespace heddle::explore::values {

// One execution out of order: it brings the target about, then the trigger, and then runs each thread as long as it can.
class PreviewRun {
public:
  struct Options {
    bool accessibility = true; // ask whether the target can be reached
    bool feedback = true;      // again after each step; and the address decides what the target is
  };
  explicit PreviewRun(const Options& options) : options_(options) {}

  // Facts are needed for previews whose target is to be looked for; they outlive the run.
  void use(const analysis::AccessFacts& facts) { facts_ = &facts; }

  void begin(Preview preview);
  // Whether it looks for its target.
  bool isAimed() const { return preview_.target != nullptr; }
  // Whether the target came before the trigger.
  bool hasReached() const { return isTargetDone_ && isTriggerDone_; }
  // Returns kNoThread if the target cannot be reached any more: the execution is to be abandoned.
  runtime::ThreadId choose(const runtime::SchedulingPoint& point);
  unsigned pick(const runtime::Choice& choice);
  // Whether the target can be reached after this event, if the thread was the only one that could reach it.
  bool mayStillReach(const runtime::Event& event) const;
  // Of the execution that has ended.
  std::uint64_t classHash();

private:
  runtime::ThreadId nextThread(Step& step, const runtime::SchedulingPoint& point);
  runtime::ThreadId seek(Step& step, const runtime::SchedulingPoint& point);
  bool isTarget(const runtime::PendingOperation& pending) const;
  bool mayReachTarget(runtime::ThreadId thread, const runtime::PendingOperation& pending) const;

  Options options_;
  const analysis::AccessFacts* facts_ = nullptr;
  Preview preview_;
  Steps steps_;
  Path path_;
  bool isTargetDone_ = false;
  bool isTriggerDone_ = false;
  bool isSeeking_ = false; // the question whether the target can be reached was asked
  runtime::ThreadId onlySeeker_ = runtime::kNoThread; // the only thread that can reach it, and runs
  bool hasPicked_ = false;                            // in the last step
  std::vector<Path::Index> reversible_;
};

} // namespace heddle::explore::values
