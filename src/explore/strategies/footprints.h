// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "explore/strategies/base_execution.h"

namespace heddle::explore {

// What each thread accesses in the base executions. It may access more in other executions.
class Footprints {
public:
  explicit Footprints(const std::vector<BaseExecution>& bases);

  // Whether the order of the step and the actions of the other thread may matter.
  bool related(const BaseStep& step, const Alternative& other) const;
  // The other threads to which the step is related.
  runtime::ThreadSet relatedThreads(const BaseStep& step) const;

  // Whether the other thread may free or destroy what the step accesses, in a way that is not visible: no thread is
  // known to conflict with the step, and no lock excludes this one.
  bool mayDestroy(const BaseStep& step, const Alternative& other) const;

  // The thread whose footprint represents that of the other one: itself, or one of its kind, or kNoThread.
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
