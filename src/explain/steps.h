// SPDX-License-Identifier: Apache-2.0
// The events of a trace as the rows of an interleaving table.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "explain/names.h"
#include "explain/places.h"
#include "model/finding.h"
#include "model/trace.h"

namespace heddle::explain {

// The objects of one finding, each once.
class ObjectTable {
public:
  model::ObjectIndex indexOf(const model::Object& object);
  model::ObjectIndex ofThread(std::int32_t thread);
  const model::Object& at(model::ObjectIndex index) const { return objects_[index]; }
  std::vector<model::Object> take() { return std::move(objects_); }

private:
  std::vector<model::Object> objects_{model::Object()};
  std::map<std::string, std::vector<model::ObjectIndex>> byName_;
};

struct StepList {
  std::vector<model::Step> steps;
  std::vector<std::size_t>
      events; // parallel to `steps` (but for those added at the end): index into Trace::events
  std::uint64_t leftOut = 0;
};

// Accesses to contended memory, synchronisation and thread life, with the reason of each switch. Leaves
// out calls and branches, and what the main thread did before it started the first other thread.
// In an execution of a generated test, what the main thread does is the test's frame: none of its steps, unless it fails
// there. Of the other threads' calls, those that share a thread.
StepList buildSteps(const model::Trace& trace,
                    const Places& places,
                    const Names& names,
                    const std::vector<CallName>& calls,
                    ObjectTable& objects);

// Ends the list with the failure itself, which has no event of its own.
void addFailingStep(StepList& list,
                    const model::Trace& trace,
                    const Places& places,
                    const Names& names,
                    const model::SourcePlace& place,
                    ObjectTable& objects);

// A thread stops before its operation; one that can then never continue has no event that says so. Adds
// the step at which it waits.
void addBlockedSteps(StepList& list,
                     const model::Trace& trace,
                     const Places& places,
                     const Names& names,
                     ObjectTable& objects);

// Drops the oldest steps that are not essential until at most `limit` are left.
void limitSteps(StepList& list, std::size_t limit);

} // namespace heddle::explain
