// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "explore/strategies/base_execution.h"

namespace heddle::explore {

// What each thread touches, as far as base executions have shown it. It may touch more in other executions.
class Footprints {
public:
  explicit Footprints(const std::vector<BaseExecution>& bases);

  // Whether it may matter which comes first, the step or what the other thread does.
  bool related(const BaseStep& step, const Alternative& other) const;
  // The other threads to which the step is related.
  runtime::ThreadSet relatedThreads(const BaseStep& step) const;

  // Whether the other thread may free or destroy what the step touches, which it does unseen: no thread is known to
  // conflict with the step, and no lock keeps this one out.
  bool mayDestroy(const BaseStep& step, const Alternative& other) const;

  // The thread whose footprint stands for the other one's: itself, or one of its kind, or kNoThread.
  runtime::ThreadId standIn(const Alternative& other) const;

private:
  struct Use {
    bool writes = false;
    std::vector<std::uintptr_t> locks; // held at every use
  };

  void note(const BaseStep& step);
  void noteUse(const BaseStep& step);
  bool conflict(const BaseStep& step, runtime::ThreadId thread, const Use& use) const;

  std::map<std::uintptr_t, std::map<runtime::ThreadId, Use>> uses_; // by address
  std::set<std::pair<runtime::ThreadId, std::uintptr_t>>
      tried_;                                  // locks taken only if they are free
  std::vector<runtime::ThreadSet> concurrent_; // for each thread those enabled at the same time
  runtime::ThreadSet observed_;
  std::map<std::uint64_t, runtime::ThreadId> observedOfKind_;
};

} // namespace heddle::explore
