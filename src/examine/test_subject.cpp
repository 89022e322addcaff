// SPDX-License-Identifier: Apache-2.0
#include "examine/test_subject.h"

#include <algorithm>

namespace heddle::examine {

TestSubject::TestSubject(const model::Test& test,
                         const runtime::Options& options,
                         explore::Budget* budget)
    : Subject(options, budget), test_(test), slot_(lease().takeSlot()), calls_(test, slot_) {}

unsigned TestSubject::start() const {
  return calls_.isSaved() ? slot_ : runtime::Run::kFromStart;
}

model::Test TestSubject::withoutRefusedCalls() const {
  std::size_t count = 0;
  const runtime::CallRecord* records = runtime::callRecords(&count);
  auto made = [&](const model::Sequence& sequence, unsigned lane) {
    model::Sequence result;
    for (std::size_t i = 0; i < sequence.size(); ++i) {
      bool isRefused = std::any_of(records, records + count, [&](const auto& record) {
        return record.lane == lane && record.index == i &&
               record.result.ending == abi::CallEnding::Refused;
      });
      if (!isRefused)
        result.push_back(sequence[i]);
    }
    return result;
  };
  model::Test test;
  test.prefix = made(test_.prefix, abi::kPrefixLane);
  for (unsigned i = 0; i < test_.suffixes.size(); ++i)
    if (model::Sequence suffix = made(test_.suffixes[i], i + 1); !suffix.empty())
      test.suffixes.push_back(std::move(suffix));
  test.epilogue = made(test_.epilogue, abi::kEpilogueLane);
  return test;
}

void TestSubject::ended(const runtime::Outcome& outcome) {
  calls_.endExecution(outcome);
  classHasThreads_ = classHasThreads_ || runtime::threadsOfTheClass() > 0;
  if (outcome.unsupported)
    unsupported_ = model::messageOf(outcome.message);
}

} // namespace heddle::examine
