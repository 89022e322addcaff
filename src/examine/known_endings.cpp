// SPDX-License-Identifier: Apache-2.0
#include "examine/known_endings.h"

#include "support/check.h"

namespace heddle::examine {

namespace {

// For one test. A few kilobytes each; a test that has so many hardly reaches one of them again.
constexpr std::size_t kMostEndings = 1000;

// Whether it reached its end like every execution from the same state: on one thread, without a choice.
bool isRepeatable(const runtime::EndingStart& start, const runtime::Outcome& outcome) {
  return outcome.kind == runtime::FailureKind::None && !outcome.unsupported &&
         !outcome.exitedEarly && !outcome.madeFair && outcome.points == start.points &&
         outcome.threads == start.threads;
}

} // namespace

void KnownEndings::beginEnding() {
  start_ = runtime::endingStart();
  auto known = endings_.find(start_.state);
  if (known == endings_.end())
    return;
  const Ending& ending = known->second;
  start_.state = 0;
  runtime::endLike(ending.calls.data(), ending.calls.size(), ending.events);
}

void KnownEndings::endExecution(const runtime::Outcome& outcome) {
  if (start_.state != 0 && endings_.size() < kMostEndings && isRepeatable(start_, outcome))
    remember(outcome);
  start_.state = 0;
}

void KnownEndings::remember(const runtime::Outcome& outcome) {
  HEDDLE_CHECK(outcome.events >= start_.events)
      << "an execution of " << outcome.events << " events ends after " << start_.events;
  HEDDLE_CHECK(!endings_.contains(start_.state)) << "an ending that is known was run again";
  Ending& ending = endings_[start_.state];
  ending.events = outcome.events - start_.events;
  std::size_t count = 0;
  const runtime::CallRecord* records = runtime::callRecords(&count);
  for (std::size_t i = 0; i < count; ++i) {
    if (records[i].lane != abi::kEpilogueLane)
      continue;
    ending.calls.push_back(records[i]);
    ending.calls.back().firstEvent -= start_.events;
    ending.calls.back().lastEvent -= start_.events;
  }
}

} // namespace heddle::examine
