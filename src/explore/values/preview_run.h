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
  explicit PreviewRun(const analysis::AccessFacts& facts) : facts_(facts) {}

  void begin(Preview preview);
  // Returns kNoThread if the target cannot be reached any more: the execution is to be abandoned.
  runtime::ThreadId choose(const runtime::SchedulingPoint& point);
  unsigned pick(const runtime::Choice& choice);
  // Of the execution that has ended.
  std::uint64_t classHash();

private:
  runtime::ThreadId nextThread(Step& step, const runtime::SchedulingPoint& point);
  runtime::ThreadId seek(Step& step, const runtime::SchedulingPoint& point) const;
  bool isTarget(const runtime::PendingOperation& pending) const;
  bool mayReachTarget(runtime::ThreadId thread, const runtime::PendingOperation& pending) const;

  const analysis::AccessFacts& facts_;
  Preview preview_;
  Steps steps_;
  Path path_;
  bool isTargetDone_ = false;
  bool isTriggerDone_ = false;
  bool hasPicked_ = false; // in the last step
  std::vector<Path::Index> reversible_;
};

} // namespace heddle::explore::values
